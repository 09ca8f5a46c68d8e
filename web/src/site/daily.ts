/** The deal of the day without a server: its key follows from the date, so that anybody deals the same cards. */
import { readAll } from '../engine/kept'
import { infoOf } from '../engine/info'
import type { Catalogue, Daily, NewTable, TableInfo } from '../lib/protocol'
import { sha256 } from '../lib/sha256'
import { facts } from './facts'
import { create } from '../own/games'

const [KIND, LEVEL] = ['eclisse-day-1', 'medium'] as const
const DAY = 86_400_000 // milliseconds

/** The day in UTC, its game and its key: each game has its turn. */
async function today(now = Date.now()): Promise<{ day: string; game: string; key: string }> {
  const day = new Date(now).toISOString().slice(0, 10)
  const { games } = await facts<Catalogue>('catalogue')
  const { id: game } = games[Math.floor(now / DAY) % games.length]!
  return { day, game, key: sha256([KIND, day].join('\n')).slice(0, 32) }
}

const begun = async (key: string) => (await readAll().catch(() => [])).find(({ deal }) => deal.key === key)

export async function daily(): Promise<Daily> {
  const { day, game, key } = await today()
  const kept = await begun(key)
  const nobody = { players: 0, ahead: 0, results: [], streak: 0 }
  const status = kept ? infoOf(kept).status : null
  const known = { key, key_hash: sha256(key), told_at: 0 }
  return { ...nobody, ...known, day, game, level: LEVEL, table: kept?.id ?? null, status } as Daily
}

/** Begin it, or go on with it. */
export async function playDaily(): Promise<TableInfo> {
  const { game, key } = await today()
  const kept = await begun(key)
  if (kept) return infoOf(kept)
  const seats = [{ kind: 'you' }, { kind: 'bot', level: LEVEL }]
  return create({ game, seats, seed: key } as unknown as NewTable)
}
