import { beforeEach, expect, it, vi } from 'vitest'
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

const answers = vi.hoisted(() => new Map<string, unknown>())
vi.mock('./api', () => {
  class Refused extends Error {
    constructor(readonly code: string) {
      super(code)
    }
  }
  const answer = async (path: string) => {
    if (answers.has(path)) return answers.get(path)
    throw new Refused('unknown_table')
  }
  return { Refused, get: answer, post: answer }
})
const { dismiss, follow, lost, vanished } = await import('./deal')

const NONCE = '00112233445566778899aabbccddeeff'
const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem(key: string, value: string) {
    kept.set(key, value)
    Object.defineProperty(storage, key, { value, enumerable: true, configurable: true, writable: true })
  },
}
vi.stubGlobal('localStorage', storage)

const table = (id: string, status: TableInfo['status']) => {
  const seat = { kind: 'player', name: 'Ann', yours: true, promise: sha256(NONCE), nonce: NONCE }
  return { id, status, game: 'usa', seats: [seat], key_hash: 'h', key_shown: false } as unknown as TableInfo
}
const begin = async (id: string) => {
  storage.setItem(`eclisse.deal.${id}`, JSON.stringify({ hash: 'h', early: true, promises: [], nonce: NONCE }))
  await follow(table(id, 'playing'))
}
const ids = async (listed: string[]) => (await vanished(listed)).map(({ id }) => id)

beforeEach(() => {
  for (const key of kept.keys()) delete (storage as unknown as Record<string, string>)[key]
  kept.clear()
  answers.clear()
})

it('keeps a trace of a game that vanishes after its number was shown, until it is dismissed', async () => {
  await begin('a1')
  expect(await ids(['a1'])).toEqual([])
  const [trace] = await vanished([])
  expect(trace).toMatchObject({ id: 'a1', hash: 'h', nonce: NONCE, shown: { game: 'usa', gone: true } })
  dismiss('a1')
  expect(await ids([])).toEqual([])
})

it('says nothing of games that are there, have ended, or had not begun', async () => {
  for (const id of ['a1', 'b2', 'c3']) await begin(id)
  answers.set('tables/a1', table('a1', 'playing'))
  answers.set('tables/b2', table('b2', 'over'))
  await follow(table('c3', 'over'))
  storage.setItem('eclisse.deal.d4', JSON.stringify({ hash: 'h', early: true, promises: [], nonce: NONCE }))
  lost('d4')
  expect(await ids([])).toEqual([])
  answers.clear()
  expect(await ids([])).toEqual(['a1'])
})
