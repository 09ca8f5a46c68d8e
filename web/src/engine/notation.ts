/** Decisions as numbers and as texts, such as `claim boston--new-york`. */
import { actions, codes, limits, notation, RULES } from '../generated/engine/layout.ts'
import type { Legal, Pay } from './messages.ts'
import type { Kit } from './desk.ts'
import { cut, fault, Illegal } from './faults.ts'
import type { Row } from './memory.ts'
import type { Cards } from './words.ts'

type Kind = keyof typeof notation.EXAMPLES
const KINDS = Object.entries(actions.KIND_NAMES).map(([first, kind]) => [Number(first), kind] as const)
const FIRST = Object.fromEntries(KINDS.map(([first, kind]) => [kind, first])) as Record<Kind, number>
const EACH = limits.MAX_LENGTH + 1 // payments of a colour
const LOCOMOTIVE = codes.COLOUR_NAMES[codes.LOCOMOTIVE]
const [PLACES, COUNTS] = [limits.MAX_OFFER, limits.MAX_LENGTH].map((n) =>
  Array.from({ length: n }, (_, i) => `${i + 1}`),
)

/** A legal decision with its number. */
export type Action = Legal & { number: number }

/** The action with a number where so many cards are due. */
export function actionOf(number: number, kit: Kit, due: number): Action {
  const [first, kind] = KINDS.findLast(([from]) => from <= number)!
  const i = number - first
  const said = (words: (string | number)[], about: object): Action =>
    ({ kind, text: [kind, ...words].join(' '), ...about, number }) as Action
  if (kind === 'take') return said([codes.COLOUR_NAMES[i]!], { card: codes.COLOUR_NAMES[i] })
  if (kind === 'claim') return said([kit.names.routes[i]!], { route: kit.names.routes[i] })
  if (kind === 'station' || kind === 'depot') return said([kit.names.cities[i]!], { city: kit.names.cities[i] })
  if (kind === 'warehouse' || kind === 'collect') return said([i], { warehouse: i })
  if (kind === 'pay') return said(paidWords(payment(i, due)), payment(i, due))
  if (kind !== 'keep') return said([], {})
  const places = PLACES!.map((_, place) => place).filter((place) => (i >> place) & 1)
  return said(places.map((place) => place + 1), { places }) // prettier-ignore
}

/** An action as messages have it: its number is the engine's own business. */
export function told<A extends Action>({ number: _, ...legal }: A): Omit<A, 'number'> {
  return legal
}

/** The cards of a payment by colour. */
export const paid = ({ colour, cards, locomotives }: Pick<Pay, 'colour' | 'cards' | 'locomotives'>): Cards => ({
  ...(colour && cards ? { [colour]: cards } : {}),
  ...(locomotives ? { [LOCOMOTIVE]: locomotives } : {}),
})

const paidWords = (payment: Pick<Pay, 'colour' | 'cards' | 'locomotives'>): string[] =>
  Object.entries(paid(payment)).map(([name, n]) => `${n} ${name}`)

/** A payment: its number names colour and locomotives, and the rest of what is due is cards of the colour. */
function payment(i: number, due: number): Pick<Pay, 'colour' | 'cards' | 'locomotives'> {
  const [colour, locomotives] = [Math.floor(i / EACH), i % EACH]
  if (colour === codes.LOCOMOTIVE) return { colour: null, cards: 0, locomotives }
  return { colour: codes.COLOUR_NAMES[colour]!, cards: Math.max(due - locomotives, 0), locomotives }
}

class Malformed extends Error {}

/** The action that a text says; whether a payment adds up is for the rules to say. */
export function parseAction(text: string, kit: Kit): { number: number; kind: Kind; pays?: Cards } {
  const [verb = '', ...words] = text.trim().split(/\s+/)
  if (!(verb in FIRST)) throw new Illegal(fault('unknown-action', '', { text: cut(text), verbs: Object.keys(FIRST) }))
  const kind = verb as Kind
  try {
    const { argument, ...more } = read(kind, words, kit)
    return { number: FIRST[kind] + argument, kind, ...more }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new Illegal(fault('action-malformed', '', { text: cut(text), example: notation.EXAMPLES[kind] }))
  }
}

function read(kind: Kind, words: string[], kit: Kit): { argument: number; pays?: Cards } {
  if (kind === 'keep') return { argument: readPlaces(words) }
  if (kind === 'pay') return readPayment(words)
  const about = {
    take: ['unknown-card', codes.COLOUR_NAMES],
    claim: ['unknown-route', kit.names.routes],
    station: ['unknown-city', kit.names.cities],
    depot: ['unknown-city', kit.names.cities],
  } as const
  const named = (about as Partial<Record<Kind, readonly [string, readonly string[]]>>)[kind]
  if (named) return { argument: readName(words, ...named) }
  if (kind === 'warehouse' || kind === 'collect') return { argument: readSeat(words, kit.rules) }
  if (words.length) throw new Malformed()
  return { argument: 0 }
}

function readName(words: string[], unknown: string, names: readonly string[]): number {
  const [name] = words
  if (name === undefined || words.length > 1) throw new Malformed()
  if (!names.includes(name)) throw new Illegal(fault(unknown, '', { name: cut(name) }))
  return names.indexOf(name)
}

function readSeat(words: string[], rules: Row<typeof RULES>): number {
  const [word] = words
  if (word === undefined || words.length > 1) throw new Malformed()
  const seats = Array.from({ length: rules.number('max_seats') }, (_, seat) => `${seat}`)
  if (!seats.includes(word))
    throw new Illegal(fault('seat-expected', '', { last: seats.length - 1, value: `"${cut(word)}"` }))
  return Number(word)
}

function readPlaces(words: string[]): number {
  const places = new Set(words.map((word) => PLACES!.indexOf(word)))
  if (places.size < words.length || places.has(-1)) throw new Malformed()
  return [...places].reduce((mask, place) => mask | (1 << place), 0)
}

/** `2 red 1 locomotive`: cards of one colour, locomotives, or both. */
function readPayment(words: string[]): { argument: number; pays: Cards } {
  const pays: Cards = {}
  for (let i = 0; i < words.length; i += 2) {
    const [n, name] = [COUNTS!.indexOf(words[i]!) + 1, words[i + 1]]
    if (!n || name === undefined || name in pays) throw new Malformed()
    pays[name] = n
  }
  const { [LOCOMOTIVE]: locomotives = 0, ...cards } = pays
  const [name = LOCOMOTIVE, ...more] = Object.keys(cards)
  const colour = (codes.COLOUR_NAMES as readonly string[]).indexOf(name)
  if (!words.length || more.length || colour < 0) throw new Malformed()
  return { argument: colour * EACH + locomotives, pays }
}

/** The two halves of a key: from a number, or from 32 hexadecimal digits. */
export function keyHalves(seed: number | bigint | string): [bigint, bigint] {
  const number = typeof seed === 'string' ? BigInt(`0x${seed}`) : BigInt(seed)
  return [BigInt.asUintN(64, number), number >> 64n]
}

export const keyText = ([low, high]: readonly [bigint, bigint]): string =>
  ((high << 64n) | low).toString(16).padStart(32, '0')
