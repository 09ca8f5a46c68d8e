/** Texts in the language that was chosen: `t('home.title')`; with a number, `t('table.points', { n: 3 })` takes its plural. */
import { keyOf, type Stem } from './codes'
import { of } from './elision'
import { prefs, type Language } from './prefs.svelte'

/** The keys of all texts; the English ones stand for both languages, for a test compares them. */
interface Files {
  alone: typeof import('../i18n/alone.en.json')
  app: typeof import('../i18n/app.en.json')
  browse: typeof import('../i18n/browse.en.json')
  cards: typeof import('../i18n/cards.en.json')
  clauses: typeof import('../i18n/clauses.en.json')
  coach: typeof import('../i18n/coach.en.json')
  decisions: typeof import('../i18n/decisions.en.json')
  end: typeof import('../i18n/end.en.json')
  faults: typeof import('../i18n/faults.en.json')
  home: typeof import('../i18n/home.en.json')
  keys: typeof import('../i18n/keys.en.json')
  learn: typeof import('../i18n/learn.en.json')
  log: typeof import('../i18n/log.en.json')
  moves: typeof import('../i18n/moves.en.json')
  plan: typeof import('../i18n/plan.en.json')
  people: typeof import('../i18n/people.en.json')
  privacy: typeof import('../i18n/privacy.en.json')
  puzzles: typeof import('../i18n/puzzles.en.json')
  reasons: typeof import('../i18n/reasons.en.json')
  refusal: typeof import('../i18n/refusal.en.json')
  replay: typeof import('../i18n/replay.en.json')
  rules: typeof import('../i18n/rules.en.json')
  score: typeof import('../i18n/score.en.json')
  table: typeof import('../i18n/table.en.json')
  tips: typeof import('../i18n/tips.en.json')
  you: typeof import('../i18n/you.en.json')
}
export type Key = { [File in keyof Files]: `${File}.${keyof Files[File] & string}` }[keyof Files]

export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Dictionary = Record<string, Text>
type Params = Record<string, string | number>

/** A page comes with the texts of one language; those of the other follow when somebody wants them. */
const FILES = { en: () => import('../i18n/en'), fr: () => import('../i18n/fr') }
const dictionaries: Record<Language, Dictionary> = { en: {}, fr: {} }

/** Load the texts of a language, each key prefixed by the name of its file; nothing can be said before. */
export async function learn(language: Language): Promise<void> {
  const { default: files } = await FILES[language]()
  for (const [file, texts] of Object.entries(files))
    for (const key in texts) dictionaries[language][`${file.slice(2).split('.')[0]}.${key}`] = texts[key] as Text
}

/** Go on in another language, once its texts are here; who reloads the page before that has chosen it all the same. */
export async function speak(language: Language): Promise<void> {
  prefs.keep('language', language)
  try {
    await learn(language)
    prefs.set('language', language)
  } catch (error) {
    prefs.keep('language', prefs.language)
    throw error
  }
}

const plurals = { en: new Intl.PluralRules('en'), fr: new Intl.PluralRules('fr') }

/** A game's own words in place of the usual ones, by language; texts have those in brackets. */
export type Vocabulary = Record<string, Record<string, string>>

interface Own {
  words: Vocabulary
  sign?: string // on the cards that stand for any colour
}
const USUAL: Own = { words: {} }
let spoken = $state.raw(USUAL)

/** While a component is shown, all texts use the words of its game, and all cards its sign. */
export function inWordsOf(game: () => Own | null | undefined): void {
  $effect.pre(() => {
    const own = (spoken = game() ?? USUAL)
    return () => {
      if (spoken === own) spoken = USUAL
    }
  })
}

/** The picture on the cards that stand for any colour. */
export const cardSign = (): string => spoken.sign ?? 'locomotive'

/** "[A locomotive]" as the game calls it; most games call it that. */
function called(usual: string): string {
  const own = spoken.words[prefs.language]?.[inside(usual)] ?? inside(usual)
  return inside(usual) === usual ? own : own.charAt(0).toUpperCase() + own.slice(1)
}

const PEOPLE = new Set(['name', 'names', 'owner', 'who', 'seat', 'to_act']) // parameters that name somebody

/** A text; `{name}` in it is replaced by the parameter, "de Ada" becomes "d’Ada", and `n` chooses the plural. */
export const t = (key: Key, params: Params = {}): string => filled(dictionaries[prefs.language][key]!, params)

/** The text of a code, such as `cards.a-pink`; a code without one stands for itself. */
export function coded(stem: Stem, code: string | number, params: Params = {}): string {
  const text = dictionaries[prefs.language][keyOf(stem, code)]
  return text === undefined ? String(code) : filled(text, params)
}

/** Whether a code has a text; a server newer than this page may know more codes. */
export const hasText = (stem: Stem, code: string): boolean => keyOf(stem, code) in dictionaries[prefs.language]

function filled(text: Text, params: Params): string {
  const form =
    typeof text === 'string' ? text : (text[plurals[prefs.language].select(Number(params.n))] ?? text.other ?? '')
  const said = form.replace(/\[([^\]]+)\]/g, (_, usual: string) => called(usual))
  return said.replace(/(\bde )?\{(\w+)\}/g, (whole, begins: string | undefined, name: string) => {
    const value = params[name]
    if (value === undefined) return whole
    if (typeof value === 'number') return `${begins ?? ''}${number(value)}`
    return begins ? of(value, PEOPLE.has(name)) : value
  })
}

const formats: Record<string, Intl.NumberFormat> = {} // each takes long to make, and a table shows hundreds of numbers

/** A number as the language writes it, with a true minus sign. */
export function number(value: number, digits = 1): string {
  const format = (formats[`${prefs.language} ${digits}`] ??= new Intl.NumberFormat(prefs.language, {
    maximumFractionDigits: digits,
  }))
  return format.format(value).replace('-', '−')
}

/** A text that the server gives in both languages. */
export const words = (both: { en: string; fr: string }): string => both[prefs.language]

/** A sentence as a part of another one. */
export const inside = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Some things in a row: "a, b and c". */
export const list = (items: string[]): string => new Intl.ListFormat(prefs.language).format(items)

/** The language as the browser's own country writes it: a Briton's dates are not an American's. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === prefs.language) ?? prefs.language

/** A moment, as the language writes it. */
export const when = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000)

/** A day, as the language writes it. */
export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(seconds * 1000)

/** When something was, near enough: the time of a moment of today, the date of any other. */
export const clockTime = (seconds: number): string => {
  const moment = new Date(seconds * 1000)
  const today = moment.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale(), today ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(moment)
}

const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
const YEAR = ['year', 365 * 86400] as const

/** A time such as "3 minutes", in the largest unit that measures it evenly. */
export function duration(seconds: number, unitDisplay: 'long' | 'narrow' = 'long'): string {
  return inUnits(seconds, [YEAR, ...UNITS].find(([, size]) => seconds % size === 0) ?? UNITS[3], unitDisplay)
}

const inUnits = (
  seconds: number,
  [unit, size]: typeof YEAR | (typeof UNITS)[number],
  unitDisplay: 'long' | 'narrow',
): string => new Intl.NumberFormat(prefs.language, { style: 'unit', unit, unitDisplay }).format(seconds / size)

/** Time that is left: "4:05" below an hour, else the two largest units, such as "2d 23h". */
export function countdown(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const [large, small] = seconds >= 86400 ? ([UNITS[0], UNITS[1]] as const) : ([UNITS[1], UNITS[2]] as const)
  const rest = Math.floor((seconds % large[1]) / small[1]) * small[1]
  const whole = inUnits(seconds - (seconds % large[1]), large, 'narrow')
  return rest ? `${whole} ${inUnits(rest, small, 'narrow')}` : whole
}
