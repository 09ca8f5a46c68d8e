/** The codes that have texts, by the beginning of their keys: `coded('cards.a', 'pink')` is the text `cards.a-pink`. */
import type { Key } from './i18n.svelte'
import clauses from '../i18n/clauses.en.json'
import faults from '../i18n/faults.en.json'
import type { ClauseInfo, FaultInfo, Figures, Sheet } from './protocol'

const COLOURS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const
const CARDS = [...COLOURS, 'locomotive'] as const
const PARTS = ['routes', 'tickets', 'stations', 'longest', 'globetrotter', 'mandala', 'depots'] as const
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
const BUILDINGS = ['stations', 'depots'] as const
const UNSURE = ['unverified', 'reconstruction'] as const

/** What the rules say where they bite. */
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
  clauses: Object.keys(clauses satisfies Record<ClauseInfo['key'], unknown>),
  'end.by': TIES,
  'end.part': [...PARTS, 'borrowed'],
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
  'end.verdict': ['fair', 'fair-alone', 'late', 'known', 'hash', 'promise', 'nonce', 'key', 'daily', 'daily-key'],
  faults: Object.keys(faults satisfies Record<FaultInfo['code'], unknown>),
  'home.place': ['1', '2', '3', '4', '5'],
  'home.status': ['open', 'playing', 'over', 'abandoned'],
  'puzzles.grade': ['easy', 'medium', 'hard'],
  'puzzles.state': ['right', 'wrong'],
  'rules.section': ['aim', 'setup', 'turn', 'cards', 'claiming', 'tickets', 'stations', 'end', 'warehouses'],
  'score.add': BUILDINGS,
  'score.colour': ['0', '1', '2', '3', '4', '5', '6', '7'],
  'score.decided': TIES,
  'score.n': BUILDINGS,
  'score.source': PARTS,
  'score.step': ['setup', 'routes', 'tickets', 'buildings', 'count'],
  'score.tap': BUILDINGS,
  'table.pace': ['instant', 'normal', 'slow'],
  'table.level-says': ['beginner', 'easy', 'medium', 'hard', 'very-hard', 'expert'],
  'table.style': ['hungry', 'long-route', 'one-step'],
  'table.late': ['turn', 'bot', 'resign'],
  'table.out': ['resigned', 'late'],
  'table.level': ['beginner', 'easy', 'medium', 'hard', 'very-hard', 'expert'],
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

export type Stem = keyof typeof CODES

/** The key of a code's text. A beginning without a point is a whole file. */
export const keyOf = (stem: Stem, code: string | number) =>
  `${stem}${stem.includes('.') ? '-' : '.'}${code}`.replace(/[_ ]/g, '-') as Key
