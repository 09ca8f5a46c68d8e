import { expect, test } from 'vitest'
import { command, read, seen, verdict, written, type Kept } from './fairness'
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

const PART = '0123456789abcdef0123456789abcdef'
const MINE = '00112233445566778899aabbccddeeff'
const HERS = 'ffeeddccbbaa99887766554433221100'
const keyOf = (part: string, nonces: (string | null)[]) =>
  sha256(['eclisse-deal-1', part, ...nonces.map((nonce) => nonce ?? '')].join('\n')).slice(0, 32)

function table(
  status: TableInfo['status'],
  changes: Partial<TableInfo> = {},
  nonces: (string | null)[] = [MINE, HERS],
) {
  const isOver = status === 'over'
  const seats = [MINE, HERS].map((nonce, i) => ({
    kind: 'player',
    name: '',
    level: null,
    yours: i === 0,
    promise: sha256(nonce),
    nonce: isOver ? nonces[i] : null,
  }))
  const made = { id: 't', status, seats, key_hash: sha256(PART), key_shown: false, part: isOver ? PART : null }
  return { ...made, key: isOver ? keyOf(PART, nonces) : null, ...changes } as unknown as TableInfo
}

const kept: Kept = { ...seen(null, table('open')), nonce: MINE }

test('the hash is that of the standard', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256('é'.repeat(100))).toBe('f42ec48e1e4b487e590e0b3d4e58437c8327efa855d769709f4942a4f73a7eb6')
})

test('a deal that is as promised is fair', () => {
  expect(verdict(kept, table('over'))).toBe('fair')
  expect(verdict({ ...kept, nonce: null }, table('over'))).toBe('fair-alone')
  expect(verdict(null, table('over'))).toBe('late')
  expect(verdict(null, table('over', { part: null, key_shown: true }))).toBe('known')
})

test('the key of a day is the one that was promised before one began', () => {
  const daily = { daily: '2026-11-17', part: null, key: HERS, key_hash: sha256(HERS) }
  const foretold = { hash: sha256(HERS), early: true, promises: [], nonce: null }
  const begun = seen(foretold, table('playing', { ...daily, key: null }))
  expect(verdict(begun, table('over', daily))).toBe('daily')
  expect(verdict(begun, table('over', { ...daily, key: MINE, key_hash: sha256(MINE) }))).toBe('daily-key')
  expect(verdict(null, table('over', daily))).toBe('late')
})

test('a changed key is noticed', () => {
  expect(verdict(kept, table('over', { key: HERS }))).toBe('key')
})

test('a key that was tried out until it pleased is noticed', () => {
  const part = HERS
  const ground = { part, key: keyOf(part, [MINE, HERS]), key_hash: sha256(part) }
  expect(verdict(kept, table('over', ground))).toBe('hash')
})

test('a dropped number is noticed, and one that was changed after all had been shown', () => {
  expect(verdict(kept, table('over', {}, [null, HERS]))).toBe('nonce')
  expect(verdict(kept, table('over', {}, [MINE, null]))).toBe('promise')
  expect(verdict(kept, table('over', {}, [MINE, PART]))).toBe('promise')
  expect(verdict(kept, table('over', { part: null }))).toBe('nonce')
  expect(verdict(kept, table('over', { part: null, key_shown: true }))).toBe('nonce')
})

test('a hash that is swapped, or comes late, is noticed', () => {
  const other = { key_hash: sha256(HERS) }
  const swapped = { ...other, part: HERS, key: keyOf(HERS, [MINE, HERS]) }
  expect(verdict(seen(seen(kept, table('open', other)), table('playing', other)), table('over', swapped))).toBe('hash')
  const late = seen(seen(null, table('open', { key_hash: null })), table('playing'))
  expect(verdict(late, table('over'))).toBe('hash')
  expect(verdict(late, table('over', { part: null }))).toBe('hash')
})

test('what others promise may change until the game starts, and not after', () => {
  const changed = table('open')
  changed.seats[1]!.promise = sha256(PART)
  expect(seen(kept, changed).promises[1]).toBe(sha256(PART))
  changed.status = 'playing'
  expect(seen(kept, changed).promises[1]).toBe(sha256(HERS))
})

test('a number that nobody promised in time is noticed', () => {
  const promising = (status: TableInfo['status'], promise: string | null) => {
    const changed = table(status)
    changed.seats[1]!.promise = promise
    return changed
  }
  const before = { ...seen(kept, promising('open', null)), nonce: MINE }
  expect(verdict(before, promising('over', null))).toBe('promise') // of a bot, chosen when all others were known
  const begun = seen(before, promising('playing', null))
  expect(verdict(seen(begun, promising('playing', sha256(HERS))), table('over'))).toBe('promise')
  expect(verdict(seen(before, promising('playing', sha256(HERS))), table('over'))).toBe('fair') // in the last moment
  expect(verdict(begun, { ...promising('over', null), ...without() })).toBe('fair')
})

/** A deal to which only this browser added a number. */
function without(): Partial<TableInfo> {
  const { key, seats } = table('over', {}, [MINE, null])
  return { key, seats: seats.map((seat, i) => ({ ...seat, promise: i ? null : seat.promise })) }
}

test('the command checks against what this browser was promised', () => {
  const swapped = table('over', { key_hash: sha256(HERS) })
  const promises = `${sha256(MINE)},${sha256(HERS)}`
  expect(command(kept, swapped)).toBe(
    `eclisse verify --hash ${sha256(PART)} --nonce ${MINE} --promises ${promises} eclisse-t.json`,
  )
  expect(command(null, swapped)).toBe(`eclisse verify --hash ${sha256(HERS)} eclisse-t.json`)
})

test('another device gets what this one was promised, and notices the same', () => {
  const [id, brought] = read(written([['ab12', kept]]))[0]!
  expect(id).toBe('ab12')
  expect(brought).toEqual(kept)
  expect(verdict(brought, table('over'))).toBe('fair')
  expect(verdict(brought, table('over', { key_hash: sha256(HERS), part: HERS, key: keyOf(HERS, [MINE, HERS]) }))).toBe(
    'hash',
  )
})

test('what was seen late is not carried along, and a text that is none brings nothing', () => {
  expect(written([['ab12', { ...kept, early: false }]])).toBe('')
  for (const text of ['', 'x', '~', 'ab12.', '<a>.b.c.d']) expect(read(text)).toEqual([])
})

test('a seat without a promise stays without', () => {
  const alone = { ...kept, promises: [sha256(MINE), null], nonce: null }
  expect(
    read(
      written([
        ['ab12', alone],
        ['cd34', kept],
      ]),
    ),
  ).toEqual([
    ['ab12', alone],
    ['cd34', kept],
  ])
})
