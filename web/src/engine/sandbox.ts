/** A game that one plays alone from a position: what a seat has decided so far, and the answers of bots. */
import { bots } from '../generated/engine/layout.ts'
import type { Played, Sandbox } from '../generated/protocol.ts'
import { sha256 } from '../lib/sha256.ts'
import type { Desk } from './desk.ts'
import { checkKnown, fault, Illegal, Refused } from './faults.ts'
import { pathsOf } from './hints.ts'
import { shorts } from './memory.ts'
import type { Update } from './messages.ts'
import { actionOf, keyHalves } from './notation.ts'
import type { Json } from './position.ts'
import { type Entry, Table } from './table.ts'

/** A table at a position; its time stands still. */
export function tableAt(desk: Desk, position: Json, seat: number): Table {
  checkKnown(desk, position.game)
  try {
    const deal = { game: `${position.game}`, modules: [], seats: 0, key: '', position }
    const table = new Table(desk, deal)
    if (seat < table.game.seats) return table
    table.close()
  } catch (error) {
    if (!(error instanceof Illegal)) throw error
    throw new Refused('invalid', ...error.faults.map((one) => ({ ...one, where: under('position', one.where) })))
  }
  throw new Refused('invalid', fault('seat-expected', 'seat', { last: Number(position.seats) - 1, value: `${seat}` }))
}

const under = (key: string, where: string): string => (where ? `${key}.${where}` : key)

/** What a seat is told of its decisions and the answers to them; Refused says what is wrong. */
export function played(
  desk: Desk,
  { position, seat = 0, decisions = [], level = 'easy', since = null }: Sandbox,
): Played {
  const table = tableAt(desk, position, seat)
  const updates: Update[] = []
  const decide = (who: number, action: string, by: Entry['by'], where: string): void => {
    try {
      table.decide({ seat: who, action, by, at: 0 }, table.number)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      throw new Refused(error.code, ...error.faults.map((one) => ({ ...one, where })))
    }
    if (since !== null && table.number > since) updates.push(table.update(seat, table.number - 1, 0))
  }
  const answer = (): void => {
    let who
    while (!table.game.toAct.includes(seat) && (who = table.game.toAct[0]) !== undefined)
      decide(who, choice(table, who, bots.LESSONS[level]), 'bot', '')
  }
  try {
    decisions.forEach((text, i) => {
      answer()
      decide(seat, text, 'player', `decisions[${i}]`)
    })
    answer()
    if (since === null) updates.push(table.update(seat, 0, 0))
    return { updates, paths: pathsOf(table.game, seat, table.number) }
  } finally {
    table.close()
  }
}

/** A bot's decision, the same for the same position and number. */
function choice({ game, number }: Table, seat: number, bot: string): string {
  const { desk, kit } = game
  const { engine, at } = desk
  const view = game.observe(seat)
  const due = engine.due(game.state.at, kit.board.at, kit.rules.at, seat)
  const usual = shorts(engine, at.numbers, engine.usual(view.at, kit.board.at, kit.rules.at, seat, at.numbers))
  const halves = keyHalves(sha256(`${game.key} ${number}`).slice(0, 32))
  const chance = BigInt.asUintN(64, engine.siphash(...halves, 0n))
  const who = (bots.NAMES as readonly string[]).indexOf(bot)
  const chosen =
    usual.length === 1 ? usual[0]! : engine.ask(who, game.state.at, view.at, kit.board.at, kit.rules.at, seat, chance)
  return actionOf(chosen, kit, due).text
}
