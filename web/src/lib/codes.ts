/** The codes that have texts, by the beginning of their keys: `coded('cards.a', 'pink')` is the text `cards.a-pink`. */
import type { Key } from './i18n.svelte'
import type { ClauseInfo, DecisionInfo, FaultInfo, Figures, ReasonInfo, Sheet, SheetSeat } from './protocol'

const COLOURS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const
const CARDS = [...COLOURS, 'locomotive'] as const
const TIES = [
  'points',
  'tickets-completed',
  'fewest-stations',
  'longest-path',
  'shared',
] as const satisfies readonly Sheet['decided_by'][]
const THEMES = [
  'tickets',
  'blocking',
  'timing',
  'routes',
  'cards',
] as const satisfies readonly Figures['lost'][number]['theme'][]
const DECISIONS = [
  'draw',
  'tickets',
  'pass',
  'take-back',
  'decline',
  'warehouse',
  'collect',
  'station',
  'depot',
] as const satisfies readonly DecisionInfo['action']['kind'][] // others have more to say
const BUILDINGS = ['stations', 'depots'] as const
const LEVELS = ['beginner', 'easy', 'medium', 'hard', 'very-hard', 'expert'] as const
const UNSURE = ['unverified', 'reconstruction'] as const

/** The parts of a final sheet, in the order in which they are read; of a bonus there is one thing to say. */
const BONUSES = ['globetrotter', 'depots'] as const
export const PARTS = [
  ...(['routes', 'tickets', 'stations', 'borrowed', 'longest', 'mandala'] as const),
  ...BONUSES,
] satisfies (keyof SheetSeat)[]

/** Rules that are explained where they bite. */
export const TIPS = [
  'tunnel',
  'ferry',
  'double',
  'locomotive',
  'tunnels-only',
  'one-card',
  'station',
  'depot',
  'warehouse',
] as const

export const CODES = {
  'browse.board': UNSURE,
  'browse.colour': [...COLOURS, 'gray'],
  'browse.found': ['routes', 'tickets'],
  'browse.kind': ['tunnel', 'ferry', 'subway', 'double'],
  'browse.set': ['base', 'europe', '1910', '1912', 'bigcities', 'mystery', 'orient-express', 'max'],
  'browse.ticket': UNSURE,
  'cards.a': CARDS,
  'cards.name': CARDS,
  'cards.some': CARDS,
  'coach.idea': ['draw-tickets', 'leave-tickets', 'keep', 'block', 'build', 'wait', 'route', 'card', 'pay'],
  decisions: DECISIONS,
  'end.by': TIES,
  'end.part': PARTS,
  'end.says': BONUSES,
  'end.stat': [
    'turns',
    'blind',
    'face-up',
    'locomotives',
    'tickets-drawn',
    'tickets-kept',
    'tickets-completed',
    'tickets-failed',
    'routes',
    'average-length',
  ],
  'end.cards': ['dealing', 'same', 'other', 'unknown'],
  'end.verdict': [
    'fair',
    'fair-alone',
    'late',
    'known',
    'hash',
    'promise',
    'nonce',
    'key',
    'cards',
    'daily',
    'daily-key',
  ],
  'home.place': ['1', '2', '3', '4', '5'],
  'home.status': ['open', 'playing', 'over', 'abandoned'],
  'puzzles.grade': ['easy', 'medium', 'hard'],
  'puzzles.state': ['right', 'wrong'],
  'rules.section': ['aim', 'setup', 'turn', 'cards', 'claiming', 'tickets', 'stations', 'end', 'warehouses'],
  'score.add': BUILDINGS,
  'score.colour': ['0', '1', '2', '3', '4', '5', '6', '7'],
  'score.decided': TIES,
  'score.n': BUILDINGS,
  'score.step': ['setup', 'routes', 'tickets', 'buildings', 'count'],
  'score.tap': BUILDINGS,
  'table.pace': ['instant', 'normal', 'slow'],
  'table.level-says': LEVELS,
  'table.style': ['hungry', 'long-route', 'one-step'],
  'table.late': ['turn', 'bot', 'resign'],
  'table.out': ['resigned', 'late'],
  'table.level': LEVELS,
  'table.your-turn': [
    'setup',
    'depots',
    'after',
    'main',
    'cards',
    'drawing',
    'offer',
    'paying',
    'surcharge',
    'collecting',
  ],
  tips: TIPS,
  'you.about': THEMES,
  'you.theme': THEMES,
} satisfies Record<string, readonly string[]>

/** Codes with a file of their own; one of the protocol's that has no text there does not compile. */
type Told<Code extends string, Texts extends Record<Code, unknown>> = Texts
interface Filed {
  clauses: Told<ClauseInfo['key'], typeof import('../i18n/clauses.en.json')>
  faults: Told<FaultInfo['code'], typeof import('../i18n/faults.en.json')>
  reasons: Told<ReasonInfo['code'], typeof import('../i18n/reasons.en.json')>
}
export const FILED = ['clauses', 'faults', 'reasons'] as const satisfies readonly (keyof Filed)[]

export type Stem = keyof typeof CODES | (typeof FILED)[number]

/** The key of a code's text. A beginning without a point is a whole file. */
export const keyOf = (stem: Stem, code: string | number) =>
  `${stem}${stem.includes('.') ? '-' : '.'}${code}`.replace(/[_ ]/g, '-') as Key
