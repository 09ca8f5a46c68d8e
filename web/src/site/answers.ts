/**
 * Questions to a server, answered by the page itself: facts from files, games from this browser, and the rest by
 * its engine.
 */
import { Refused } from '../lib/api'
import type { NewTable } from '../lib/protocol'
import { create, games } from '../own/games'
import { named, player } from '../own/player'
import { puzzles } from '../own/puzzles'
import { ofTable } from '../own/tables'
import { daily, playDaily } from './daily'
import { facts, ofGame } from './facts'

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
    case 'puzzles':
      return puzzles(address, body)
    case 'players':
      if (path === 'players/me/games') return query.has('after') ? [] : games()
      return method === 'GET' ? player() : named(body)
    case 'tables':
      if (path !== 'tables') return ofTable(address)
      return method === 'GET' ? { open: [], playing: [] } : create(body as NewTable)
    default:
      throw new Refused('not_found', path)
  }
}
