/** What the engine answers without a table: games from a position, counts, replays, records, puzzles. */
import { styles } from '../generated/engine/layout.ts'
import type {
  Doubt,
  Hints,
  Paths,
  Plan,
  Played,
  RefusalMessage,
  Replay,
  Review as Reviewed,
  Sandbox,
  Sheet,
  TableInfo,
  Update,
} from '../generated/protocol.ts'
import { differsAt, type Sight } from './again.ts'
import type { Desk } from './desk.ts'
import { checkKnown, fault, Illegal, Refused } from './faults.ts'
import { Game } from './game.ts'
import { pathsOf, planOf, whyNot } from './hints.ts'
import { infoOf } from './info.ts'
import type { Kept } from './kept.ts'
import { type Json, readPosition } from './position.ts'
import { isEarly, judged, keptOf, opened, recordOf, replayOf } from './record.ts'
import { played, tableAt } from './sandbox.ts'
import { foreseen, seenGame } from './seen.ts'
import { Table } from './table.ts'
import { positionOf } from './written.ts'

export type Question =
  | { what: 'ready' }
  | { what: 'sandbox'; body: Sandbox }
  | { what: 'score'; position: Json }
  | { what: 'replay'; record: Json; seat: number | null }
  | { what: 'replayed'; kept: Kept; seat: number | null }
  | { what: 'record'; kept: Kept }
  | { what: 'kept'; kept: unknown }
  | { what: 'puzzle'; position: Json; seat: number }
  | { what: 'whyNot'; position: Json; seat: number; route: string }
  | { what: 'differs'; record: Json; sights: readonly Sight[] }
  | { what: 'decision'; position: Json; seat: number; action: string }
  | { what: 'position'; kept: Kept; number: number }
  | Seen
  | Coached

/** What is asked about a game that a server keeps, as its seat was told of it. */
export type Seen =
  | { what: 'foreseen'; shown: Update; decisions: readonly string[] }
  | { what: 'paths'; shown: Update }
  | { what: 'whyNotSeen'; shown: Update; route: string }
  | { what: 'plan'; shown: Update; tickets: readonly string[] }

/** What is asked of the coach. */
export type Coached =
  | { what: 'hint'; kept: Kept }
  | { what: 'doubt'; kept: Kept; action: string }
  | { what: 'review'; kept: Kept }
  | { what: 'reviewed'; record: Json }

export type Answers = {
  ready: true
  sandbox: Played
  score: Sheet
  replay: Replay
  replayed: Replay
  record: Json
  kept: Kept
  puzzle: { update: Update; paths: Paths; names: string[] }
  whyNot: Illegal['faults']
  differs: number | null
  decision: string
  position: Json
  foreseen: Update | RefusalMessage | null
  paths: Paths
  whyNotSeen: Illegal['faults']
  plan: Plan
  hint: Hints
  doubt: Doubt
  review: Reviewed
  reviewed: Reviewed
}

/** What is asked of the engine, which answers at once. */
type Plain = Exclude<Question, Coached>

/** The answer to a question; Refused says why there is none. */
export function answer(desk: Desk, asked: Plain): Answers[Plain['what']] {
  switch (asked.what) {
    case 'ready':
      return true
    case 'sandbox':
      return played(desk, asked.body)
    case 'score':
      return score(desk, asked.position)
    case 'replay':
      return replay(desk, asked.record, asked.seat)
    case 'replayed':
      return over(desk, asked.kept, (table) => replayOf(table, within(table, asked.seat), infoOf(asked.kept)))
    case 'differs':
      return differsAt(desk, asked.record, asked.sights)
    case 'kept':
      return keptOf(desk, asked.kept)
    case 'record':
      return recordOf(desk, asked.kept)
    case 'position':
      return over(desk, asked.kept, (table) => positionAt(table, asked.number))
    case 'foreseen':
      return foreseen(desk, asked.shown, asked.decisions)
    case 'paths':
    case 'plan':
    case 'whyNotSeen':
      return aboutSeen(desk, asked)
    default:
      return atPosition(desk, asked)
  }
}

/** A question of the seat that looks about what it sees. */
function aboutSeen(desk: Desk, asked: Exclude<Seen, { what: 'foreseen' }>): Answers['paths' | 'plan' | 'whyNotSeen'] {
  const { view, number } = asked.shown
  const seat = asked.shown.seat!
  const game = seenGame(desk, view)
  try {
    if (asked.what === 'paths') return pathsOf(game, seat, number)
    return asked.what === 'plan' ? planOf(game, seat, asked.tickets, number) : whyNot(game, seat, asked.route)
  } finally {
    game.close()
  }
}

/** Count a position. */
function score(desk: Desk, position: Json): Sheet {
  checkKnown(desk, position.game)
  try {
    const { kit, seats, state } = readPosition(desk, position)
    const game = new Game(desk, kit.game, { modules: kit.modules, seats, state })
    const sheet = game.result
    game.close()
    return sheet
  } catch (error) {
    throw error instanceof Illegal ? new Refused('invalid', ...error.faults) : error
  }
}

function replay(desk: Desk, record: Json, seat: number | null): Replay {
  const { deal, names, log } = opened(desk, record)
  const table = judged(desk, deal, log, record.result ?? null, isEarly(record))
  try {
    const kept: Kept = {
      ...{ id: '', deal, log, planning: false, createdAt: log[0]?.at ?? 0, scores: null, rematch: null },
      seats: names.map((name) => ({ kind: 'player', name, level: null })),
    }
    const info: TableInfo = {
      ...infoOf(kept),
      modules: [...table.game.kit.modules],
      status: table.game.over ? 'over' : 'abandoned',
      yours: false,
      host: null,
    }
    const seats = info.seats.map((one) => ({ ...one, yours: false }))
    return replayOf(table, within(table, seat), { ...info, key: deal.key, seats })
  } finally {
    table.close()
  }
}

function within({ game }: Table, seat: number | null): number | null {
  if (seat === null || seat < game.seats) return seat
  throw new Refused('invalid', fault('seat-expected', 'seat', { last: game.seats - 1, value: `${seat}` }))
}

/** Something about a game that this browser keeps and that is over. */
function over<Answer>(desk: Desk, { deal, log }: Kept, about: (table: Table) => Answer): Answer {
  const table = new Table(desk, deal)
  try {
    table.extend(log)
    if (!table.game.over) throw new Refused('not_over', fault('game-not-over'))
    return about(table)
  } finally {
    table.close()
  }
}

/** A position as its seat sees it, and a decision there. */
function atPosition(
  desk: Desk,
  asked: Extract<Question, { what: 'puzzle' | 'whyNot' | 'decision' }>,
): Answers['puzzle' | 'whyNot' | 'decision'] {
  const { position, seat } = asked
  const table = tableAt(desk, position, seat)
  try {
    const { game } = table
    if (asked.what === 'whyNot') return whyNot(game, seat, asked.route)
    if (asked.what === 'puzzle')
      return {
        update: table.update(seat, null, 0),
        paths: pathsOf(game, seat, 0),
        names: styles.NAMES.slice(0, game.seats),
      }
    table.decide({ seat, action: asked.action, by: 'player', at: 0 }, 0)
    return table.kept[0]!.action
  } finally {
    table.close()
  }
}

/** A finished game as it was after so many decisions. */
function positionAt(table: Table, number: number): Json {
  const { kept } = table
  if (number >= kept.length)
    throw new Refused(
      'invalid',
      fault('number-expected', 'number', { low: 0, high: kept.length - 1, value: `${number}` }),
    )
  const game = table.afresh()
  try {
    for (const { seat, action } of kept.slice(0, number)) game.play(seat, action)
    return positionOf(game)
  } finally {
    game.close()
  }
}
