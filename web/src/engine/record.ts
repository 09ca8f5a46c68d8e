/** Records of games: written, opened, and shown from moment to moment. */
import { bots, edition } from '../generated/engine/layout.ts'
import type { FaultInfo, Replay, ReplayFrame, TableInfo } from '../generated/protocol.ts'
import { sha256 } from '../lib/sha256.ts'
import type { Desk } from './desk.ts'
import { eventFor, type Happening } from './events.ts'
import { checkKnown, cut, fault, Illegal, Refused, shown, told } from './faults.ts'
import type { Game } from './game.ts'
import { infoOf, scoresOf } from './info.ts'
import type { Kept } from './kept.ts'
import type { Json } from './position.ts'
import { type Deal, type Entry, Table } from './table.ts'
import { heldBy } from './view.ts'
import { cardsOf } from './words.ts'

const BY: readonly Entry['by'][] = ['player', 'bot', 'clock', 'stand-in']

/** A finished game as JSON that replays on any machine. */
export function recordOf(desk: Desk, kept: Kept): Json {
  const { id, deal, seats, log, createdAt } = kept
  const table = new Table(desk, deal)
  table.extend(log)
  const { kit } = table.game
  const result = table.game.over ? table.game.result : null
  table.close()
  return {
    game: kit.game,
    modules: [...kit.modules],
    rules: edition.RULES,
    seats: seats.map(({ name }) => name),
    key: deal.key,
    ...(deal.first !== null && deal.first !== undefined && { first: deal.first }),
    actions: table.kept.map(({ seat, action }) => [seat, action]),
    result,
    key_hash: sha256(deal.key),
    table: id,
    started_at: createdAt,
    by: table.kept.map(({ by }) => by),
    bots: infoOf(kept).seats.map(({ kind, level, style }) => (kind === 'bot' ? { level, style } : null)),
    bots_code: null,
    version: null,
  }
}

/** What a record tells: its deal, who sat there, and what they decided; Refused says what is wrong. */
export function opened(desk: Desk, record: unknown): { deal: Deal; names: string[]; log: Entry[] } {
  const given = shaped(desk, record)
  const modules = 'rules' in given ? given.modules : desk.firstModules(given.game, given.modules)
  if (!desk.kit(given.game, modules))
    throw new Refused('invalid', fault('unknown-game', 'game', { name: cut(given.game) }))
  const { game, seats: names, key, first } = given
  const at = typeof given.started_at === 'number' ? given.started_at : 0
  const deal = { game, modules, seats: names.length, key, first: first ?? null }
  const { by } = given
  const known = Array.isArray(by) && by.length === given.actions.length && by.every((one) => BY.includes(one as never))
  const log = given.actions.map(([seat, action], i): Entry => ({ seat, action, by: known ? by[i]! : 'player', at }))
  return { deal, names, log }
}

interface Shaped {
  game: string
  modules: string[]
  seats: string[]
  key: string
  first?: number | null
  actions: [number, string][]
  by?: Entry['by'][]
  started_at?: unknown
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const isMove = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && typeof value[1] === 'string'

/** A record with all it must have, or every fault of it. */
function shaped(desk: Desk, record: unknown): Shaped {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new Refused('invalid', fault('record-expected', '', { value: shown(record) }))
  const given: Json = { ...record, modules: (record as Json).modules ?? [] }
  checkKnown(desk, given.game)
  if ('position' in given) throw new Refused('invalid', fault('record-from-position', 'position'))
  const missing = ['seats', 'key', 'actions'].filter((key) => !(key in given))
  if (missing.length) throw new Refused('invalid', ...missing.map((key) => fault('missing-key', '', { key })))
  const faults = [...formFaults(given)]
  if (!faults.length) faults.push(...dealFaults(given as unknown as Shaped))
  if (faults.length) throw new Refused('invalid', ...told(faults))
  return given as unknown as Shaped
}

/** What is wrong with the form of a record. */
function* formFaults(given: Json): Iterable<FaultInfo> {
  const { seats, modules, key, actions, rules } = given
  const known: readonly string[] = edition.KEYS
  for (const one of Object.keys(given)) if (!known.includes(one)) yield fault('unknown-key', '', { key: cut(one) })
  if (!isTexts(seats)) yield fault('players-expected', 'seats', { value: shown(seats) })
  if (!isTexts(modules)) yield fault('modules-expected', 'modules', { value: shown(modules) })
  if (typeof key !== 'string') yield fault('key-expected', 'key', { value: shown(key) })
  if (rules !== undefined && rules !== edition.RULES)
    yield fault('rules-expected', 'rules', { edition: edition.RULES, value: shown(rules) })
  if (!Array.isArray(actions)) return yield fault('moves-expected', 'actions', { value: shown(actions) })
  for (const [i, one] of actions.entries())
    if (!isMove(one)) yield fault('move-expected', `actions[${i}]`, { value: shown(one) })
}

/** Why no game can be dealt from a record. */
function* dealFaults({ seats, key, first }: Shaped): Iterable<FaultInfo> {
  if (!/^[0-9a-f]{32}$/i.test(key)) yield fault('key-expected', '', { value: shown(key) })
  else if (first !== undefined && first !== null && !isSeat(first, seats.length))
    yield fault('seat-expected', 'first', { last: seats.length - 1, value: shown(first) })
}

const isSeat = (seat: unknown, seats: number): boolean =>
  Number.isInteger(seat) && Number(seat) >= 0 && Number(seat) < seats

/** Whether a record is of a game that its players ended before it was over. */
export const isEarly = (record: Json): boolean => record.fault === 'ended-early'

/** A table at which all decisions of a log are made again, each judged; Refused says which one cannot be. */
export function judged(desk: Desk, deal: Deal, log: readonly Entry[], result: unknown = null, orEarly = false): Table {
  const table = begun(desk, deal)
  try {
    log.forEach((entry, i) => play(table, entry, i))
    if (result !== null && !(table.game.over && isSame(result, table.game.result)))
      throw new Refused('invalid', fault('result-differs', 'result'))
    if (!table.game.over && !orEarly) throw new Refused('invalid', fault('record-unfinished', 'actions'))
    return table
  } catch (error) {
    table.close()
    throw error
  }
}

function begun(desk: Desk, deal: Deal): Table {
  try {
    return new Table(desk, deal)
  } catch (error) {
    throw error instanceof Illegal ? new Refused('invalid', ...error.faults) : error
  }
}

function play(table: Table, entry: Entry, i: number): void {
  try {
    if (entry.action === 'undo') throw new Illegal(fault('unknown-action', '', { text: entry.action, verbs: [] }))
    const { seats } = table.game
    if (!isSeat(entry.seat, seats))
      throw new Illegal(fault('seat-expected', 'seat', { last: seats - 1, value: shown(entry.seat) }))
    table.extend([entry])
  } catch (error) {
    if (!(error instanceof Illegal)) throw error
    const where = (one: string) => (one ? `actions[${i}] (${one})` : `actions[${i}]`)
    throw new Refused('invalid', ...error.faults.map((one) => ({ ...one, where: where(one.where) })))
  }
}

/** A game that another browser has kept, judged from its first decision on; Refused says what is wrong. */
export function keptOf(desk: Desk, given: unknown): Kept {
  const { id, deal, seats, log, planning, createdAt } = (given ?? {}) as Kept
  const isWhole =
    typeof id === 'string' && /^(own-)?[0-9a-f]{32}$/.test(id) && Array.isArray(seats) && Array.isArray(log)
  if (!isWhole || !deal || !seats.every(isSeated))
    throw new Refused('invalid', fault('record-expected', '', { value: shown(given) }))
  const names = seats.map(({ name }) => name)
  const actions = log.map((one) => [one?.seat, one?.action])
  const record = {
    game: deal.game,
    modules: deal.modules,
    seats: names,
    key: deal.key,
    first: deal.first,
    actions,
    rules: edition.RULES,
  }
  const { deal: dealt } = opened(desk, record)
  const table = begun(desk, dealt)
  try {
    log.forEach((entry, i) => (entry.action === 'undo' ? undo(table, entry, i) : play(table, entry, i)))
    const scores = table.game.over ? scoresOf(table.game.result) : null
    return {
      id,
      deal: dealt,
      seats,
      log,
      planning: Boolean(planning),
      createdAt: Number(createdAt) || 0,
      scores,
      rematch: null,
    }
  } finally {
    table.close()
  }
}

const isSeated = ({ kind, name, level }: Kept['seats'][number]): boolean =>
  typeof name === 'string' && (kind === 'player' ? level === null : kind === 'bot' && String(level) in bots.LEVELS)

function undo(table: Table, entry: Entry, i: number): void {
  if (table.undoable(entry.seat) === null) throw new Refused('invalid', fault('nothing-to-undo', `actions[${i}]`))
  table.extend([entry])
}

/** The same as JSON, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame((one as Json)[key], (other as Json)[key]))
}

/** Every moment of a finished game as a seat saw it (null: with all hands open). */
export function replayOf(table: Table, seat: number | null, info: TableInfo): Replay {
  const game = table.afresh()
  const frames = [frameOf(game, seat, 0, null, [])]
  table.kept.forEach((entry, i) => frames.push(frameOf(game, seat, i + 1, entry, game.play(entry.seat, entry.action))))
  game.close()
  const { sheet, statistics } = table.ending
  return { table: info, seat, frames, sheet, statistics }
}

function frameOf(
  game: Game,
  seat: number | null,
  number: number,
  entry: Entry | null,
  events: Happening[],
): ReplayFrame {
  const view = game.view(seat)
  const isOpen = seat === null
  return {
    number,
    step: entry && {
      number,
      seat: entry.seat,
      by: entry.by,
      at: entry.at,
      events: events.map((one) => eventFor(one, seat)),
    },
    view,
    longest: game.counted().list('length').slice(0, game.seats),
    hands: isOpen ? game.everySeat.map((one) => cardsOf(game.state.line('hands', one))) : null,
    tickets: isOpen ? game.everySeat.map((one) => heldBy(game.state, one, game.kit.names.tickets)) : null,
  }
}
