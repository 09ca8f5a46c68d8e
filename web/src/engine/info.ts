/** A kept game as a server would tell of its table. */
import type { MyGame, TableInfo } from '../generated/protocol.ts'
import { ALONE } from '../lib/feed/alone.ts'
import { sha256 } from '../lib/sha256.ts'
import { styles } from '../generated/engine/layout.ts'
import type { Kept, Seat } from './kept.ts'
import type { Sheet } from './messages.ts'

const NO_OTHERS = { public: false, chat: false, shared: false, invite: null, daily: null, part: null }
const NO_CLOCK = { clock: null, late: 'turn' } as const

export function infoOf({ id, deal, seats, planning, createdAt, log, scores, rematch }: Kept): TableInfo {
  return {
    ...NO_OTHERS,
    ...NO_CLOCK,
    id,
    status: scores ? 'over' : 'playing',
    number: log.length,
    game: deal.game,
    modules: [...deal.modules],
    planning,
    first: deal.first ?? null,
    seats: seats.map((seat, i) => seatOf(seat, scores?.[i])),
    created_at: createdAt,
    started_at: createdAt,
    yours: true,
    host: seats.findIndex(({ kind }) => kind === 'player'),
    key_shown: false,
    key_hash: sha256(deal.key),
    key: scores ? deal.key : null,
    rematch,
  }
}

function seatOf({ kind, name, level }: Seat, score?: { points: number; place: number }): TableInfo['seats'][number] {
  const style = (level && (styles.STYLES as Record<string, Record<string, string>>)[level]?.[name]) ?? null
  const reached = { points: score?.points ?? null, place: score?.place ?? null }
  return { ...ALONE, ...reached, kind, name, level, style, yours: kind === 'player' }
}

/** A game in the list of one's own. */
export const gameOf = (kept: Kept): MyGame => ({
  table: infoOf(kept),
  your_turn: !kept.scores,
  rematch_offered: false,
  changed_at: kept.log.at(-1)?.at ?? kept.createdAt,
})

/** Points and place of each seat: whoever shares the win is first, and nobody else is. */
export function scoresOf({ seats, winners }: Sheet): { points: number; place: number }[] {
  return seats.map(({ total }, seat) => {
    const ahead = seats.filter((other) => other.total > total).length
    return { points: total, place: winners.includes(seat) ? 1 : 1 + Math.max(1, ahead) }
  })
}
