import { expect, test } from 'vitest'
import { allows, LESSONS, loadLesson } from './lessons'

const files = import.meta.glob('./lessons/*.json')

test('every file is a lesson, and every lesson has a file', () => {
  expect(Object.keys(files).sort()).toEqual(LESSONS.map((id) => `./lessons/${id}.json`).sort())
})

test('a step that waits says what may be done, and how', async () => {
  for (const id of LESSONS) {
    const steps = (await loadLesson(id))!.parts.flatMap((part) => part.steps)
    expect(steps.length).toBeGreaterThan(2)
    for (const step of steps) expect([!!step.may, !!step.plays], id).toEqual([!!step.done, !!step.done])
    expect(steps.at(-1)!.done, 'the last step is to be read').toBeUndefined()
  }
})

test('a text is two short sentences at most', async () => {
  for (const id of LESSONS) {
    const { parts, about, title } = (await loadLesson(id))!
    for (const text of [title, about, ...parts.flatMap((part) => part.steps.map((step) => step.text))]) {
      expect(
        [text.en.length, text.fr.length].every((length) => length > 0 && length < 165),
        text.en,
      ).toBe(true)
      for (const words of [text.en, text.fr]) expect(words.match(/[.?!](\s|$)/g)?.length ?? 0, words).toBeLessThan(3)
      expect(text.fr, 'no line breaks before such a sign').not.toMatch(/ [:;?!]/)
    }
  }
})

test('a step allows what it names, by kind or as a whole; how to pay is free', () => {
  const step = { text: { en: '', fr: '' }, may: ['take', 'claim a--b'], but: ['take locomotive'] }
  const asked = (kind: string, text: string) => allows(step, { kind, text })
  expect(asked('take', 'take red')).toBe(true)
  expect(asked('take', 'take locomotive')).toBe(false)
  expect(asked('claim', 'claim a--b')).toBe(true)
  expect(asked('claim', 'claim b--c')).toBe(false)
  expect(asked('draw', 'draw')).toBe(false)
  expect(asked('pay', 'pay 2 red')).toBe(true)
})
