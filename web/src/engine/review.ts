/**
 * A finished game, decision by decision, each weighed by what its seat knew at that moment: a glance at all of them for
 * the curve, a look at the alternatives of each, and a sharper one where a mistake is possible.
 */
import { ideas as teaching, review, summary } from '../generated/engine/layout.ts'
import type { ReasonInfo, Review as Told, ReviewMoment } from '../generated/protocol.ts'
import type { Rest } from './ahead.ts'
import { decisionOf, type Moment, momentOf, rounded } from './coach.ts'
import { shorts } from './memory.ts'
import { actionOf, type Action } from './notation.ts'
import type { Table } from './table.ts'
import type { Coach, Verdict } from './weigh.ts'

/** One decision: what the seat saw, and what it did. */
interface Decided extends Moment {
  number: number // decisions made before
  turn: number // of the seat, counted from 1; 0 before the first
  action: Action
  hasChoice: boolean
}

export interface Judged {
  moment: Decided
  verdict: Verdict
  look: number
}

const [GLANCES, LOOKS, SHARP_LOOKS] = [0, 1, 2]
const SEED = 0

export class Review {
  readonly #coach: Coach
  readonly #games: number // of a usual look
  readonly #moments: Decided[]
  readonly #result: number[] // each seat's share of the win
  readonly #known = new Map<number, { judged: Judged; row: ReviewMoment; isLate: boolean }>()
  #look = GLANCES!
  #left: Decided[]
  #n: number // moments of this look

  constructor(coach: Coach, table: Table, games: number = review.USUAL) {
    this.#coach = coach
    this.#games = games
    this.#moments = momentsOf(table)
    this.#left = [...this.#moments]
    this.#n = this.#left.length
    const { winners } = table.game.result
    this.#result = table.game.everySeat.map((seat) => (winners.includes(seat) ? 1 / winners.length : 0))
  }

  /** Whether there is a first look at all of it. */
  get isSeen(): boolean {
    return this.#look > GLANCES!
  }
  get isWhole(): boolean {
    return this.#look > SHARP_LOOKS!
  }

  /** Look at one decision more; false: given up. */
  async goOn(rest: Rest): Promise<boolean> {
    const moment = this.#left[0]
    if (!moment) {
      this.#nextLook()
      return true
    }
    const judged = await judge(this.#coach, moment, this.#look, this.#games, rest)
    if (!judged) return false
    this.#left.shift()
    const { row, isLate } = this.#told(judged)
    this.#known.set(moment.number, { judged, row, isLate })
    return true
  }

  #nextLook(): void {
    this.#look++
    const worth = ({ number }: Decided): boolean => isWorthAnotherLook(this.#known.get(number)!.judged)
    this.#left = this.#look === SHARP_LOOKS ? this.#moments.filter(worth) : [...this.#moments]
    this.#n = this.#left.length
  }

  /** The review as far as it is done. */
  told(): Told {
    const known = this.#moments.flatMap(({ number }) => this.#known.get(number) ?? [])
    const judged = known.map((one) => one.judged)
    const late = new Set(known.filter(({ isLate }) => isLate).map((one) => one.judged))
    const seats = this.#result.map((_, seat) => seat)
    return {
      done: this.#done(),
      moments: known.map(({ row }) => row),
      ...figures(judged, this.#result),
      ideas: seats.map((seat) => ideas(judged, seat, late)),
    }
  }

  #done(): number {
    if (this.isWhole) return 1
    const before = review.PARTS.slice(0, this.#look).reduce<number>((sum, part) => sum + part, 0)
    const share = this.#n ? 1 - this.#left.length / this.#n : 0
    return Number((before + review.PARTS[this.#look]! * share).toFixed(3))
  }

  /** A decision as it is told. */
  #told(judged: Judged): { row: ReviewMoment; isLate: boolean } {
    const { moment, verdict } = judged
    const { number, seat, turn, action } = moment
    const [best] = verdict.best
    const later = verdict.sure ? this.#hindsight(moment, best!.action) : []
    const row: ReviewMoment = {
      ...{ number, seat, turn, action: action.text, win: verdict.taken.win.map(rounded), loss: rounded(verdict.loss) },
      ...{ sure: verdict.sure, exact: verdict.exact, better: null },
    }
    if (!verdict.sure) return { row, isLate: false }
    const better = actionOf(best!.action, moment.kit, moment.due)
    const both = [action, better]
    row.better = {
      action: better.text,
      routes: both.flatMap((one) => (one.kind === 'claim' ? [one.route] : [])),
      cities: both.flatMap((one) => (one.kind === 'station' || one.kind === 'depot' ? [one.city] : [])),
      win: best!.win,
      taken: decisionOf(moment, action.number),
      decision: decisionOf(moment, best!.action),
      why: this.#coach.whyBetter(moment, best!, verdict.taken),
      later,
    }
    return { row, isLate: later.length > 0 }
  }

  /** Who took a route that was not claimed, and in which of their turns, from the rest of the game. */
  #hindsight({ number, seat, kit, due }: Decided, action: number): ReasonInfo[] {
    const better = actionOf(action, kit, due)
    const rest = this.#moments.slice(number + 1)
    const at = rest.findIndex((one) => one.action.text === better.text)
    if (better.kind !== 'claim' || at < 0 || rest[at]!.seat === seat) return []
    const taker = rest[at]!.seat
    const turns = rest.slice(0, at + 1).filter((one, i) => one.seat === taker && rest[i - 1]?.seat !== taker).length
    return [{ code: 'taken-later', params: { route: better.route, seat: taker, turns } }]
  }
}

/** The decisions of a game that count. */
function momentsOf(table: Table): Decided[] {
  const game = table.afresh()
  const { engine, at } = game.desk
  try {
    return table.kept.map(({ seat, action: text }, number) => {
      const [legal, moment] = [game.legal(seat), momentOf(game, seat)]
      const view = game.observe(seat)
      const n = engine.usual(view.at, game.kit.board.at, game.kit.rules.at, seat, at.numbers)
      const action = legal.find((one) => one.text === text)!
      const weighed = new Set([...shorts(engine, at.numbers, n), action.number])
      const hasBegun = game.state.number('to_move') >= 0
      const turn = hasBegun ? Math.floor(game.state.number('turns') / game.seats) + 1 : 0
      game.play(seat, text)
      return { ...moment, number, turn, action, hasChoice: weighed.size > 1 }
    })
  } finally {
    game.close()
  }
}

async function judge(coach: Coach, moment: Decided, look: number, usual: number, rest: Rest): Promise<Judged | null> {
  const chance = { seed: SEED, number: 3 * moment.number + look }
  const { number } = moment.action
  const isGlance = look === GLANCES || !moment.hasChoice
  const games = isGlance ? Math.max(Math.floor(usual / review.GLANCE), 2) : usual
  const verdict = isGlance
    ? await coach.glance(moment, number, games, chance, rest)
    : await coach.weigh(moment, number, look === SHARP_LOOKS ? games * review.SHARPER : games, chance, rest)
  return verdict && { moment, verdict, look }
}

/** Whether a sharper look could call the decision a mistake; what is exact cannot become sharper. */
const isWorthAnotherLook = ({ look, verdict }: Judged): boolean =>
  look === LOOKS && !verdict.exact && verdict.gap > 0 && verdict.gap + verdict.error > review.PLAUSIBLE

/** The chance to win that a decision gave away for sure: at the lower end of the interval. */
const lost = ({ verdict }: Judged): number => (verdict.sure ? Math.max(0, verdict.loss - verdict.error) : 0)

/** The chance to win that a mistake gave away, as it is estimated; nothing where it is none. */
const givenAway = ({ verdict }: Judged): number => (verdict.sure ? verdict.loss : 0)

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Accuracy, skill and luck of each seat. */
function figures(judged: readonly Judged[], result: readonly number[]): Pick<Told, 'accuracy' | 'skill' | 'luck'> {
  const n = result.length
  const own = (seat: number): Judged[] => judged.filter(({ moment }) => moment.seat === seat)
  const given = result.map((_, seat) => total(own(seat).map(givenAway)))
  const skill = given.map((one) => (total(given) - one) / (n - 1) - one)
  return {
    accuracy: result.map((_, seat) => accuracy(own(seat))),
    skill: skill.map(rounded),
    luck: result.map((share, seat) => rounded(share - 1 / n - skill[seat]!)),
  }
}

/** How good some decisions were on average: 1 if none of them gave anything away; null if there were none. */
function accuracy(judged: readonly Judged[]): number | null {
  const weighed = judged.filter(({ moment }) => moment.hasChoice)
  const marks = weighed.map((one) => Math.exp(-summary.SEVERITY * lost(one)))
  return weighed.length ? rounded(total(marks) / weighed.length) : null
}

type Idea = Told['ideas'][number][number]['idea']
const BUILDING: readonly string[] = teaching.BUILDING

/** What a better decision teaches; `isLate` says that another seat soon took the route it claims. */
function ideaOf(taken: string, better: string, isLate: boolean): Idea {
  if (better === 'keep') return 'keep'
  if (better === 'tickets') return 'draw-tickets'
  if (taken === 'tickets') return 'leave-tickets'
  if (better === 'pay' || better === 'take-back') return 'pay'
  if (!BUILDING.includes(better)) return BUILDING.includes(taken) ? 'wait' : 'card'
  if (isLate) return 'block'
  return BUILDING.includes(taken) ? 'route' : 'build'
}

/** The ideas that would have brought a seat most; only mistakes beyond the noise count. */
function ideas(judged: readonly Judged[], seat: number, late: ReadonlySet<Judged>): Told['ideas'][number] {
  const groups = new Map<Idea, Judged[]>()
  for (const one of judged) {
    const { moment, verdict } = one
    if (moment.seat !== seat || !verdict.sure) continue
    const better = actionOf(verdict.best[0]!.action, moment.kit, moment.due)
    const idea = ideaOf(moment.action.kind, better.kind, late.has(one))
    groups.set(idea, [...(groups.get(idea) ?? []), one])
  }
  return [...groups]
    .map(([idea, some]) => ({ idea, some, loss: total(some.map(lost)) }))
    .sort((one, other) => other.loss - one.loss || (one.idea < other.idea ? -1 : 1))
    .slice(0, teaching.MOST)
    .map(({ idea, some, loss }) => ({
      idea,
      loss: rounded(loss),
      moments: some
        .sort((one, other) => other.verdict.loss - one.verdict.loss || one.moment.number - other.moment.number)
        .map(({ moment }) => moment.number),
    }))
}
