/** A loaded engine with the games it knows, and the rooms in which all of them work. */
import {
  actions,
  BOARD,
  changes,
  codes,
  type Engine,
  limits,
  NEED,
  NEEDS,
  REASON,
  reasons,
  RULES,
  SHEET,
  sizes,
  STATE,
} from '../generated/engine/layout.ts'
import { put, room, Row } from './memory.ts'

export interface Names {
  cities: readonly string[]
  routes: readonly string[]
  tickets: readonly string[]
}

/** The index of all games with all combinations of modules, as it is packed. */
export interface Index {
  games: readonly {
    game: string
    modules: readonly string[]
    first: readonly string[] // the modules that play the same under the first edition of the rules
    board: number
    rules: number
    names: number
  }[]
  names: readonly Names[]
}

/** A game with some modules: its records and the names of what they number. */
export interface Kit {
  game: string
  modules: readonly string[]
  names: Names
  board: Row<typeof BOARD>
  rules: Row<typeof RULES>
}

export class Desk {
  readonly engine: Engine
  readonly at: ReturnType<typeof rooms>
  readonly #index: Index
  readonly #records: Uint8Array
  readonly #kits = new Map<string, Kit>()

  constructor(module: WebAssembly.Module, index: Index, records: Uint8Array) {
    this.engine = new WebAssembly.Instance(module, {}).exports as unknown as Engine
    this.at = rooms(this.engine)
    this.#index = index
    this.#records = records
  }

  /** The kit of a game; null: there is none with these modules. */
  kit(game: string, modules: readonly string[] = []): Kit | null {
    const wanted = [...new Set(modules)].sort()
    const key = [game, ...wanted].join(' ')
    const made = this.#kits.get(key) ?? this.#open(game, wanted)
    if (made) this.#kits.set(key, made)
    return made
  }

  /** All games, by their ids. */
  get games(): string[] {
    return [...new Set(this.#index.games.map(({ game }) => game))]
  }

  /** The modules of a game whose record was written under the first edition of the rules. */
  firstModules(game: string, modules: readonly string[]): readonly string[] {
    const wanted = [...new Set(modules)].sort().join()
    return this.#index.games.find((one) => one.game === game && one.modules.join() === wanted)?.first ?? modules
  }

  #open(game: string, modules: readonly string[]): Kit | null {
    const row = this.#index.games.find((one) => one.game === game && one.modules.join() === modules.join())
    if (!row) return null
    const record = (from: number, size: number): number => put(this.engine, this.#records.subarray(from, from + size))
    return {
      game,
      modules: row.modules,
      names: this.#index.names[row.names]!,
      board: new Row(this.engine, BOARD, record(row.board, BOARD.size)),
      rules: new Row(this.engine, RULES, record(row.rules, RULES.size)),
    }
  }
}

/** What the engine's functions write to: each call uses them anew. */
function rooms(engine: Engine) {
  return {
    before: room(engine, STATE.size),
    view: room(engine, STATE.size),
    turn: room(engine, STATE.size),
    sheet: room(engine, SHEET.size),
    key: room(engine, 16),
    changed: room(engine, 8 * changes.N_NUMBERS),
    numbers: room(engine, 2 * actions.N_ACTIONS),
    mask: room(engine, actions.N_ACTIONS),
    routes: room(engine, 2 * limits.MAX_ROUTES),
    ways: room(engine, 2 * limits.MAX_ROUTES * sizes.ways),
    ends: room(engine, 8 * limits.MAX_ROUTES),
    tickets: room(engine, 2 * 3 * limits.MAX_TICKETS),
    reasons: room(engine, reasons.MOST_REASONS * REASON.size),
    needs: room(engine, limits.MAX_TICKETS * NEED.size),
    plan: room(engine, NEEDS.size),
    colours: room(engine, 2 * codes.N_COLOURS),
    features: room(engine, sizes.features),
    chances: room(engine, 4 * actions.N_ACTIONS),
    wins: room(engine, 4 * limits.MAX_SEATS),
    toCome: room(engine, 4 * limits.MAX_SEATS),
  }
}
