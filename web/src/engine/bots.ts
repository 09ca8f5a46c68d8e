/** The bots of a table: which bot each level is, where its chance comes from, and its decision. */
import { actions, bots, codes, limits, LOOK, sizes, styles } from '../generated/engine/layout.ts'
import { sha256 } from '../lib/sha256.ts'
import { Ahead, type Budget, budgetOf, type Rest, takeTurns } from './ahead.ts'
import type { Game } from './game.ts'
import { put, room, shorts } from './memory.ts'
import { Search } from './search.ts'
import { actionOf, keyHalves } from './notation.ts'

export type Level = keyof typeof bots.LEVELS

/** The bot at a seat: of its name's style, where its level has some, else of its level. */
export function botOf(level: Level, name: string): string {
  const own = (styles.STYLES as Record<string, Record<string, string>>)[level]
  return own?.[name] ?? bots.LEVELS[level]
}

/** The chance of a bot's next decision: it follows from the deal's key, the seat, and how often that has decided. */
export function chanceOf(game: Game, seat: number): [bigint, bigint] {
  const number = game.actions.filter(([one]) => one === seat).length
  return keyHalves(sha256([styles.CHANCE, game.key, seat, number].join('\n')).slice(0, 32))
}

/** Numbers of half the size as the network takes them. */
export function widened(halves: Uint16Array): Uint8Array {
  const bits = new Uint32Array(halves.length)
  const numbers = new Float32Array(bits.buffer)
  halves.forEach((half, i) => {
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13)
    numbers[i]! *= 2 ** 112
  })
  return new Uint8Array(bits.buffer)
}

/** Whether a bot asks the network. */
export const asksNetwork = (bot: string): boolean => bot === 'hasty' || bot.split('@')[0] === 'learned'

export class Bots {
  #weights = 0 // where the network's numbers lie, once they are there

  /** Take over the numbers of the network; who asks it needs them. */
  learn(game: Game, halves: Uint16Array): void {
    this.#weights ||= put(game.desk.engine, widened(halves))
  }

  /** A bot's decision for a seat, from its view alone; null if it looked ahead and was given up. */
  async choose(game: Game, seat: number, bot: string, rest: Rest = takeTurns): Promise<string | null> {
    const { desk, kit } = game
    const { engine, at } = desk
    const view = game.observe(seat)
    const due = engine.due(game.state.at, kit.board.at, kit.rules.at, seat)
    const usual = shorts(engine, at.numbers, engine.usual(view.at, kit.board.at, kit.rules.at, seat, at.numbers))
    const budget = budgetOf(bot)
    let number: number | null = usual[0]!
    if (usual.length > 1)
      number = budget ? await this.#within(budget, game, seat, bot, usual, rest) : this.#decide(game, seat, bot, usual)
    return number === null ? null : actionOf(number, kit, due).text
  }

  /** The decision of a bot that thinks for so long. */
  async #within(
    budget: Budget,
    game: Game,
    seat: number,
    bot: string,
    usual: readonly number[],
    rest: Rest,
  ): Promise<number | null> {
    if (!bot.startsWith('search')) return this.#ahead(game, seat, usual, budget, rest)
    const search = new Search(game, seat, chanceOf(game, seat), rest)
    try {
      return await search.decide(budget)
    } finally {
      search.close()
    }
  }

  /** The decision of the network, looking ahead. */
  async #ahead(game: Game, seat: number, usual: readonly number[], budget: Budget, rest: Rest): Promise<number | null> {
    const { engine, at } = game.desk
    if (!this.#weights) throw new Error('the network is not loaded')
    new BigUint64Array(engine.memory.buffer, at.key, 2).set(chanceOf(game, seat))
    mark(game, usual)
    const look = room(engine, LOOK.size)
    try {
      return await new Ahead(game, seat, look, this.#weights, rest).decide(budget)
    } finally {
      engine.release(look)
    }
  }

  #decide(game: Game, seat: number, bot: string, usual: readonly number[]): number {
    const { desk, kit } = game
    const { engine, at } = desk
    const halves = chanceOf(game, seat)
    const compiled = (bots.NAMES as readonly string[]).indexOf(bot)
    if (compiled >= 0) {
      const chance = BigInt.asUintN(64, engine.siphash(...halves, 0n))
      return engine.ask(compiled, game.state.at, at.view, kit.board.at, kit.rules.at, seat, chance)
    }
    new BigUint64Array(engine.memory.buffer, at.key, 2).set(halves)
    const grabbed = bot === 'hasty' ? engine.impulse(at.view, kit.board.at, kit.rules.at, seat, at.key, 0) : codes.NONE
    return grabbed === codes.NONE ? this.#likeliest(game, seat, usual) : grabbed
  }

  /** The decision that the network likes best. */
  #likeliest(game: Game, seat: number, usual: readonly number[]): number {
    const { desk, kit } = game
    const { engine, at } = desk
    if (!this.#weights) throw new Error('the network is not loaded')
    engine.features(at.view, kit.board.at, kit.rules.at, seat, at.features)
    mark(game, usual)
    const [routes, cities] = [kit.board.number('n_routes'), kit.board.number('n_cities')]
    engine.think(this.#weights, at.features, 1, at.mask, 1, routes, cities, at.chances, 1, at.wins, 1, at.toCome, 1)
    const chances = new Float32Array(engine.memory.buffer, at.chances, actions.N_ACTIONS)
    return usual.reduce((best, number) => (chances[number]! > chances[best]! ? number : best))
  }
}

/** Tell the network what may be done. */
function mark({ desk: { engine, at } }: Game, usual: readonly number[]): void {
  const mask = new Uint8Array(engine.memory.buffer, at.mask, actions.N_ACTIONS).fill(0)
  for (const number of usual) mask[number] = 1
}

/** How many numbers the network has, for whoever loads them. */
export const N_WEIGHTS = sizes.weights / 4
export const MOST_SEATS = limits.MAX_SEATS
