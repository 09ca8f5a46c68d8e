import { expect, it } from 'vitest'
import { isAlone } from './alone'

const you = { kind: 'player', yours: true, promise: 'a' } as const
const bot = { kind: 'bot', yours: false, promise: null } as const

it('is alone who plays against bots that were bots from the beginning', () => {
  expect(isAlone([you, bot, bot])).toBe(true)
  expect(isAlone([you, bot, { ...bot, promise: 'b' }])).toBe(false)
  expect(isAlone([you, bot, { ...you, yours: false }])).toBe(false)
  expect(isAlone([you, you, bot])).toBe(false)
  expect(isAlone([bot, bot])).toBe(false)
})
