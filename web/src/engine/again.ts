/** A game that has ended, dealt again from its key: whether somebody was shown the cards and tickets that come from it. */
import type { Step, Update } from '../generated/protocol.ts'
import type { Desk } from './desk.ts'
import { eventFor } from './events.ts'
import { Illegal, Refused } from './faults.ts'
import type { Json } from './position.ts'
import { isEarly, isSame, opened } from './record.ts'
import { type Entry, Table } from './table.ts'

/** What an update has shown. */
export type Sight = Pick<Update, 'number' | 'seat' | 'steps' | 'view'>

/**
 * The number of the first decision after which something else was shown than the key and the decisions of a record
 * give; null: there is none. Refused: not every decision was shown.
 */
export function differsAt(desk: Desk, record: Json, sights: readonly Sight[]): number | null {
  const { deal, log } = opened(desk, record)
  const table = new Table(desk, deal)
  try {
    for (const entry of [null, ...whole(sights, log)]) {
      if (!isPlayed(table, entry)) return table.number + 1
      if (!sights.every((sight) => agrees(table, sight))) return table.number
    }
    const last = Math.max(0, ...sights.map(({ number }) => number)) // nothing that was shown may be missing
    return table.game.over || (isEarly(record) && table.number >= last) ? null : table.number
  } finally {
    table.close()
  }
}

/** Every decision that was shown, the ones that were taken back too: of the others a record tells the text. */
function* whole(sights: readonly Sight[], log: readonly Entry[]): Iterable<Entry> {
  const steps = new Map<number, Step>(sights.flatMap((one) => one.steps.map((step) => [step.number, step])))
  const undone = takenBack(steps)
  const kept = log.values()
  for (let number = 1; number <= Math.max(0, ...steps.keys()); number++) {
    const step = steps.get(number)
    if (!step) throw new Refused('invalid')
    const { seat, by, at } = step
    const action = isUndo(step) ? 'undo' : undone.get(number)
    const entry = action === undefined ? kept.next().value : { seat, action, by, at }
    if (entry) yield entry
  }
  yield* kept
}

const isUndo = ({ events }: Step): boolean => events.some(({ kind }) => kind === 'undone')

/** The decisions that were taken back, by their numbers. */
function takenBack(steps: ReadonlyMap<number, Step>): Map<number, string> {
  const [stack, found] = [[] as number[], new Map<number, string>()]
  for (let number = 1; number <= steps.size; number++) {
    const undone = steps.get(number)?.events.find((event) => event.kind === 'undone')
    if (undone?.kind === 'undone') found.set(stack.pop()!, undone.action)
    else stack.push(number)
  }
  return found
}

function isPlayed(table: Table, entry: Entry | null): boolean {
  try {
    if (entry?.action === 'undo' && table.undoable(entry.seat) === null) return false
    if (entry) table.extend([entry])
    return true
  } catch (error) {
    if (!(error instanceof Illegal)) throw error
    return false
  }
}

/** Whether a sight showed what the table has come to. */
function agrees(table: Table, { number, seat, steps, view }: Sight): boolean {
  const { log } = table
  const step = steps.find((one) => one.number === log.length)
  const events = log.at(-1)?.events.map((event) => eventFor(event, seat)) ?? []
  return (
    (number !== log.length || isSame(asSent(table.game.view(seat)), view)) &&
    (!step || isSame(asSent(events), step.events))
  )
}

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
