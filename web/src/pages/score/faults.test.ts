import { describe, expect, it } from 'vitest'
import { sentences } from './faults'

const by = {
  t: (key: string, params: Record<string, string | number>) => `${key} ${Object.values(params).join(' ')}`,
  seat: (seat: number) => `S${seat}`,
  route: (id: string) => `R(${id})`,
  city: (id: string) => `C(${id})`,
  ticket: (id: string) => `T(${id})`,
}

// The left side is what `Game.from_position` says; tests/web/test_pages.py checks that against the real server.
describe('faults of a position', () => {
  it.each([
    ['routes: seat 1 has placed 47 trains of 45', 'score.fault-trains S1 47 45'],
    [
      'routes: both tracks of a--b.2 belong to seat 0; the rule of double routes forbids it',
      'score.fault-both-owned R(a--b.2) S0',
    ],
    ['routes: both tracks of a--b are taken, but with 2 seats only one may be', 'score.fault-both-taken R(a--b) 2'],
    ['stations: seat 0 has placed 4, but has 3 in this game', 'score.fault-stations S0 4 3'],
    ['depots: paris has more than one building', 'score.fault-buildings C(paris)'],
    ['depots_left: seat 1 can have at most 2 left, not 4', 'score.fault-left S1 2'],
    ['something new', 'something new'],
  ])('%s', (line, expected) => expect(sentences(line, by)).toEqual([expected]))

  it('says the same thing once', () => expect(sentences('a\na\nb', by)).toEqual(['a', 'b']))
})
