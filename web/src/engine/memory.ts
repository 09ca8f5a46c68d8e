/** The engine's memory: rooms in it, and the records there, read through the generated layout. */
import type { Engine } from '../generated/engine/layout.ts'

interface Field {
  readonly at: number
  readonly type: string
  readonly shape: readonly number[]
}

export interface Layout {
  readonly size: number
  readonly fields: Readonly<Record<string, Field>>
}

type Name<L extends Layout> = keyof L['fields'] & string

const KINDS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  u8: BigUint64Array,
  f4: Float32Array,
  f8: Float64Array,
}

/** One record; every number is read when it is asked for. */
export class Row<L extends Layout> {
  readonly at: number
  readonly #engine: Engine
  readonly #layout: L

  constructor(engine: Engine, layout: L, at: number) {
    this.#engine = engine
    this.#layout = layout
    this.at = at
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#engine.memory.buffer, this.at, this.#layout.size)
  }

  number(name: Name<L>): number {
    return this.list(name)[0]!
  }

  /** A row of numbers. */
  list(name: Name<L>): number[] {
    return Array.from(this.field(name), Number)
  }

  /** A row of numbers that may be too large for others. */
  wide(name: Name<L>): bigint[] {
    return Array.from(this.field(name), BigInt)
  }

  protected field(name: Name<L>) {
    const { at, type, shape } = this.#layout.fields[name]!
    const n = shape.reduce((product, length) => product * length, 1)
    return new KINDS[type as keyof typeof KINDS](this.#engine.memory.buffer, this.at + at, n)
  }

  /** One row of a table of numbers. */
  line(name: Name<L>, place: number): number[] {
    const width = this.#layout.fields[name]!.shape[1]!
    return this.list(name).slice(place * width, (place + 1) * width)
  }
}

/** A record to be filled in. */
export class Writable<L extends Layout> extends Row<L> {
  set(name: Name<L>, values: readonly (number | bigint)[], from = 0): void {
    const field = this.field(name)
    values.forEach(
      (value, i) =>
        (field[from + i] =
          field instanceof BigInt64Array || field instanceof BigUint64Array ? BigInt(value) : Number(value)),
    )
  }
}

/** Room for some bytes that stays as long as the engine does. */
export function put(engine: Engine, bytes: Uint8Array): number {
  const at = engine.room(bytes.length)
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes)
  return at
}

export const room = (engine: Engine, size: number): number => put(engine, new Uint8Array(size))

/** Numbers that the engine has written. */
export const shorts = (engine: Engine, at: number, n: number): number[] =>
  Array.from(new Int16Array(engine.memory.buffer, at, n))
