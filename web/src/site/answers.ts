/**
 * Questions to a server, answered by the page itself: facts from files, games from this browser, and the rest by
 * its engine.
 */
import { infoOf } from '../engine/info'
import { asked } from '../engine/thread'
import { Refused } from '../lib/api'
import type { NewTable } from '../lib/protocol'
import { again, create, games, known } from './games'
import { daily, playDaily } from './daily'
import { facts, ofGame } from './facts'
import { named, player } from './player'
import { puzzles } from './puzzles'

/** The answer to a request; its body is copied, as if it had been sent. */
export async function answer(method: string, address: string, sent: unknown): Promise<unknown> {
  const body: unknown = sent === undefined ? undefined : JSON.parse(JSON.stringify(sent))
  const [path = '', rest] = address.split('?')
  const query = new URLSearchParams(rest)
  switch (path.split('/')[0]) {
    case 'catalogue':
    case 'boards':
      return facts(path)
    case 'games':
      return ofGame(path, query.get('modules')?.split(',') ?? [])
    case 'daily':
      return method === 'GET' ? daily() : playDaily()
    case 'review':
      return asked({ what: 'reviewed', record: (body as { record: Record<string, unknown> }).record })
    case 'puzzles':
      return puzzles(path, query, body)
    case 'players':
      if (path === 'players/me/games') return query.has('after') ? [] : games()
      return method === 'GET' ? player() : named(body)
    case 'tables':
      if (path !== 'tables') return ofTable(path, query)
      return method === 'GET' ? { open: [], playing: [] } : create(body as NewTable)
    default:
      throw new Refused('not_found', path)
  }
}

/** Answers to questions about a game of this browser. */
async function ofTable(path: string, query: URLSearchParams): Promise<unknown> {
  const [, id = '', what] = path.split('/')
  if (what === 'rematch') return again(id)
  const kept = await known(id)
  const seat = query.get('seat')
  if (what === 'replay') return asked({ what: 'replayed', kept, seat: seat === null ? null : Number(seat) })
  if (what === 'record') return asked({ what: 'record', kept })
  if (what === 'position') return asked({ what: 'position', kept, number: Number(query.get('number')) })
  if (what === 'hint' || what === 'review') return asked({ what, kept })
  return infoOf(kept)
}
