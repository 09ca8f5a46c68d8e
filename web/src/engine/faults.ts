/** What is wrong with a decision, as values: a code, a place and parameters. The page has the words. */
import { codes, REASON, reasons, sketch } from '../generated/engine/layout.ts'
import type { FaultInfo, RefusalMessage } from '../generated/protocol.ts'
import type { Desk, Kit } from './desk.ts'
import { Row } from './memory.ts'
import { cardsOf } from './words.ts'

type Code = RefusalMessage['code']
const LONGEST = 60 // letters of a foreign text that are repeated

export const fault = (code: string, where = '', params: FaultInfo['params'] = {}): FaultInfo => ({
  code: code as FaultInfo['code'],
  where,
  params,
})

/** A decision that may not be made; nothing has changed. */
export class Illegal extends Error {
  readonly faults: FaultInfo[]

  constructor(...faults: FaultInfo[]) {
    super(faults.map(({ code }) => code).join('\n'))
    this.faults = faults
  }
}

/** What a table refuses, and why; nothing has changed. */
export class Refused extends Illegal {
  readonly code: Code

  constructor(code: Code, ...faults: FaultInfo[]) {
    super(...faults)
    this.code = code
  }
}

/** A foreign text as a fault repeats it: on one line, and short. */
export function cut(text: string): string {
  const line = text
    .slice(0, 2 * LONGEST)
    .trim()
    .split(/\s+/)
    .join(' ')
  return line.length <= LONGEST && text.length <= 2 * LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}

/** A foreign value as a fault repeats it: as JSON writes it in Python. */
export const shown = (value: unknown): string => (typeof value === 'string' ? `"${cut(value)}"` : cut(written(value)))

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${written(one)}`)
  return `{${pairs.join(', ')}}`
}

/** Faults as they are told: the first few, and how many more there are. */
export function told(faults: readonly FaultInfo[], n = faults.length): FaultInfo[] {
  const most = sketch.MOST_FLAWS
  return n <= most ? [...faults] : [...faults.slice(0, most), fault('more-faults', '', { more: n - most })]
}

/** Refuse a game that there is not. */
export function checkKnown(desk: Desk, name: unknown): void {
  if (typeof name === 'string' && desk.games.includes(name)) return
  const text = typeof name === 'string' ? cut(name) : shown(name)
  throw new Refused('invalid', fault('not-in-catalogue', 'game', { name: text, games: desk.games }))
}

const CODES = Object.keys(reasons.REASONS) as (keyof typeof reasons.REASONS)[]

/** The first reasons that the engine has written, as faults of an action. */
export function reasonsOf(desk: Desk, kit: Kit, n: number, where: string): FaultInfo[] {
  return Array.from({ length: n }, (_, i) => {
    const row = new Row(desk.engine, REASON, desk.at.reasons + i * REASON.size)
    const code = CODES[row.number('code')]!
    const params = reasons.REASONS[code].map((name) => [name, value(row, name, kit)] as const)
    return fault(code, where, Object.fromEntries(params))
  })
}

function value(row: Row<typeof REASON>, name: keyof typeof REASON.fields, kit: Kit): FaultInfo['params'][string] {
  const number = row.number(name)
  if (name === 'hand') return cardsOf(row.list(name))
  if (name === 'to_act') return [number]
  if (name === 'route') return kit.names.routes[number]!
  if (name === 'city') return kit.names.cities[number]!
  return name === 'colour' ? codes.ROUTE_COLOUR_NAMES[number]! : number
}
