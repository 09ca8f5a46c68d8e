/** The coach at a table: hints and doubts, for somebody who plays alone against bots. */
import { hint, weigh } from '../generated/engine/layout.ts'
import type { DecisionInfo, Doubt, Hints } from '../generated/protocol.ts'
import { takeTurns } from './ahead.ts'
import { fault, Refused } from './faults.ts'
import type { Game } from './game.ts'
import type { Kept } from './kept.ts'
import { actionOf, told } from './notation.ts'
import type { Table } from './table.ts'
import type { Coach, Seen } from './weigh.ts'
import { named } from './words.ts'

/** What a seat saw, and what it needs to name its decisions. */
export interface Moment extends Seen {
  due: number // cards that must be paid
  offer: string[] // tickets to choose from
}

export function momentOf(game: Game, seat: number): Moment {
  const { desk, kit, seats } = game
  const view = game.observe(seat)
  const due = desk.engine.due(game.state.at, kit.board.at, kit.rules.at, seat)
  return { kit, seats, seat, due, view: view.bytes.slice(), offer: named(view.line('offer', seat), kit.names.tickets) }
}

/** A decision that the coach speaks of, with the tickets that it keeps. */
export function decisionOf({ kit, due, offer }: Moment, number: number): DecisionInfo {
  const action = actionOf(number, kit, due)
  const tickets = action.kind === 'keep' ? action.places.map((place) => offer[place]!) : []
  return { action: told(action) as DecisionInfo['action'], tickets }
}

/** The best decisions of a seat now, the best first, by so many games. */
export async function hintsOf(
  coach: Coach,
  game: Game,
  seat: number,
  number: number,
  games: number = hint.QUICK,
): Promise<Hints> {
  const seen = momentOf(game, seat)
  const chance = { seed: 0, number }
  const found = (await coach.weigh(seen, null, games, chance, takeTurns))!
  const n = Math.max(1, Math.floor(games / hint.SHARE))
  const ranked = (await coach.compare(seen, found.best, n, chance, takeTurns))!
  const hints = ranked.map((option, place) => ({
    action: actionOf(option.action, seen.kit, seen.due).text,
    win: option.win,
    exact: option.exact,
    decision: decisionOf(seen, option.action),
    why: coach.whyHinted(seen, ranked, place),
  }))
  return { number, hints }
}

/** Whether a decision would be a clear mistake: two looks into worlds of their own must say so. */
export async function doubtOf(
  coach: Coach,
  table: Table,
  seat: number,
  text: string,
  games: number = hint.QUICK,
): Promise<Doubt> {
  const { game, number } = table
  const [seen, legal] = [momentOf(game, seat), game.legal(seat)]
  table.decide({ seat, action: text, by: 'player', at: 0 }, number)
  const taken = legal.find((one) => one.text === game.actions.at(-1)![1])!
  let loss = 0
  for (const seed of [0, 1]) {
    const verdict = (await coach.weigh(seen, taken.number, games, { seed, number }, takeTurns))!
    if (!verdict.sure || verdict.loss < weigh.CLEAR) return { number, loss: null }
    loss = verdict.loss
  }
  return { number, loss: rounded(loss) }
}

/** The seat of somebody who plays alone against bots, in their turn; others are refused. */
export function seatAlone({ seats }: Kept, { toAct }: Game): number {
  const seat = seats.findIndex(({ kind }) => kind === 'player')
  if (seat < 0) throw new Refused('not_your_seat', fault('no-seat-here'))
  if (seats.some(({ kind }, other) => other !== seat && kind !== 'bot'))
    throw new Refused('not_allowed', fault('coach-between-people'))
  if (!toAct.includes(seat)) throw new Refused('not_your_turn', fault('not-your-turn', '', { seat, to_act: toAct }))
  return seat
}

/** A chance to four places; one that lies in the middle becomes the even one, as in Python. */
export function rounded(chance: number): number {
  const isBetween = Math.abs(32 * chance) % 2 === 1 // only odd 32nds lie there
  const scaled = 10_000 * chance
  return isBetween ? (2 * Math.round(scaled / 2)) / 10_000 : Number(chance.toFixed(4))
}
