import { expect, test } from 'vitest'
import { CODES, FILED, keyOf } from './codes'
import type { Dictionary, Text } from './i18n.svelte'

const files = import.meta.glob<Dictionary>('../i18n/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>(['../**/*.{svelte,ts}', '!../generated', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const code = Object.values(sources).join('\n')

function texts(language: string): Dictionary {
  const all: Dictionary = {}
  for (const [file, read] of Object.entries(files)) {
    const [name, tongue] = file.replace(/^.*\//, '').split('.')
    if (tongue === language) for (const key in read) all[`${name}.${key}`] = read[key]!
  }
  return all
}

const en = texts('en')
const fr = texts('fr')
const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const holes = (text: Text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort()
const lessons = import.meta.glob<string>('../pages/learn/lessons/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('both languages have the same keys', () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
})

test('no text is empty, and both languages name the same parameters', () => {
  for (const key in en) {
    for (const form of [...forms(en[key]!), ...forms(fr[key]!)]) expect(form.trim(), key).not.toBe('')
    expect(holes(fr[key]!), key).toEqual(holes(en[key]!))
  }
})

// A key is written whole, or made of a beginning and a code: `coded('cards.a', card)`, `keyOf('rules.section', id)`.
const named = [...code.matchAll(/'([a-z]+\.[a-z0-9-]+)'/g)].map((match) => match[1]!).filter((key) => key in en)
const begun = new Set([...code.matchAll(/\b(?:coded|keyOf)\(\s*'([\w.-]+)'/g)].map((match) => match[1]!))
const stems = Object.keys(CODES) as (keyof typeof CODES)[]

test('keys are in kebab-case', () => {
  expect(Object.keys(en).filter((key) => !/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(key))).toEqual([])
})

test('every code has its text, and every beginning is used', () => {
  expect(stems.flatMap((stem) => CODES[stem].map((one) => keyOf(stem, one))).filter((key) => !(key in en))).toEqual([])
  expect([...begun].sort()).toEqual([...stems, ...FILED].sort())
})

test('every text is used', () => {
  const used = new Set([...named, ...stems.flatMap((stem) => CODES[stem].map((one) => keyOf(stem, one)))])
  const filed = (key: string) => FILED.some((file) => key.startsWith(`${file}.`))
  expect(Object.keys(en).filter((key) => !used.has(key) && !filed(key))).toEqual([])
})

test('no key is composed in another way', () => {
  const files = new Set(Object.keys(en).map((key) => key.split('.')[0]))
  const composed = [...code.matchAll(/`([a-z]+)\.[a-z-]*\$\{/g)].filter((match) => files.has(match[1]!))
  expect(composed.map((match) => match[0])).toEqual([])
})

test('texts come with their language only, not with the scripts that everybody loads', () => {
  const brought = Object.entries(sources).filter(([, source]) =>
    /^import (?!type)[^(\n]*i18n\/[\w.]+\.json/m.test(source),
  )
  expect(brought.map(([file]) => file)).toEqual([])
})

test('French has no space before a colon, semicolon, question or exclamation mark at which a line could break', () => {
  const loose = Object.entries(fr).filter(([, text]) => forms(text).some((form) => / [:;!?»]|« /.test(form)))
  expect(loose.map(([key]) => key)).toEqual([])
})

test('French has one word for one act: one takes a face-up card or a route, and draws from a deck', () => {
  const dropped = /\btir(e|es|ez|er|é|ée|és|ées|ent|ons)\b(?! au sort)|\b(pren|pris)[a-z]* (\S+ ){0,3}destinations?\b/i
  const spoken = [...Object.values(fr).flatMap(forms), ...Object.values(lessons).flatMap((text) => text.split('\n'))]
  expect(spoken.filter((text) => dropped.test(text) && !/"en":/.test(text))).toEqual([])
  for (const wrong of ['Tirez une carte', 'prendre de nouvelles destinations', 'destination tirée'])
    expect(dropped.test(wrong), wrong).toBe(true)
})
