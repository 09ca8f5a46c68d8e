import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..', 'src')
const files = (folder: string): string[] =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))

type Text = string | Record<string, string>
function texts(language: string): Record<string, Text> {
  const all: Record<string, Text> = {}
  for (const file of files('i18n').filter((name) => name.endsWith(`.${language}.json`))) {
    const prefix = file.replace(/^.*\//, '').split('.')[0]!
    const read = JSON.parse(readFileSync(join(src, file), 'utf8')) as Record<string, Text>
    for (const key in read) all[`${prefix}.${key}`] = read[key]!
  }
  return all
}

const en = texts('en')
const fr = texts('fr')
const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const holes = (text: Text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort()
const code = files('.')
  .filter((file) => /\.(svelte|ts)$/.test(file) && !/generated|\.test\.ts$/.test(file))
  .map((file) => readFileSync(join(src, file), 'utf8'))
  .join('\n')

test('both languages have the same keys', () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
})

test('no text is empty, and both languages name the same parameters', () => {
  for (const key in en) {
    for (const form of [...forms(en[key]!), ...forms(fr[key]!)]) expect(form.trim(), key).not.toBe('')
    expect(holes(fr[key]!), key).toEqual(holes(en[key]!))
  }
})

test('every key that the code names is there', () => {
  const named = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1]!)
  expect(named.filter((key) => !(key in en))).toEqual([])
})

test('every beginning of a key that the code completes leads to some key', () => {
  const begun = [...code.matchAll(/\bt\(\s*`([\w.-]+)\$\{/g)].map((match) => match[1]!)
  expect(begun.filter((start) => !Object.keys(en).some((key) => key.startsWith(start)))).toEqual([])
})

test('French has no space before a colon, semicolon, question or exclamation mark at which a line could break', () => {
  const loose = Object.entries(fr).filter(([, text]) => forms(text).some((form) => / [:;!?»]|« /.test(form)))
  expect(loose.map(([key]) => key)).toEqual([])
})

test('every way to be refused has its sentence', () => {
  const codes = [...readFileSync(join(src, 'lib/refusals.ts'), 'utf8').matchAll(/^ {2}(\w+): '(?:plain|detail)'/gm)]
  expect(codes.map((match) => `refusal.${match[1]}`)).toEqual(
    Object.keys(en).filter((key) => key.startsWith('refusal.')),
  )
})
