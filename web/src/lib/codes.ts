/** The codes that have texts, by the beginning of their keys: `coded('cards.a', 'pink')` is the text `cards.a-pink`. */
import type { Key } from './i18n.svelte'
import type { Refusal } from './protocol'

const COLOURS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const
const CARDS = [...COLOURS, 'locomotive'] as const
const PARTS = ['routes', 'tickets', 'stations', 'longest', 'globetrotter', 'mandala', 'depots'] as const
const TIES = ['points', 'tickets-completed', 'fewest-stations-built', 'longest-path', 'shared'] as const
const BUILDINGS = ['stations', 'depots'] as const
const UNSURE = ['unverified', 'reconstruction'] as const

export type RefusalCode = Refusal['code'] | 'offline'

/** Every way to be refused; those with `detail` end with the server's own words. */
export const REFUSALS: Record<RefusalCode, 'plain' | 'detail'> = {
  already_started: 'plain',
  chat_off: 'plain',
  illegal: 'detail',
  invalid: 'detail',
  malformed: 'detail',
  not_allowed: 'plain',
  not_found: 'plain',
  not_over: 'plain',
  not_started: 'plain',
  not_your_seat: 'plain',
  not_your_turn: 'plain',
  offline: 'plain',
  seat_taken: 'plain',
  stale: 'plain',
  table_full: 'plain',
  table_over: 'plain',
  too_fast: 'plain',
  too_large: 'plain',
  too_many: 'plain',
  unavailable: 'plain',
  unknown_player: 'plain',
  unknown_table: 'plain',
}

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
  'home.status': ['open', 'playing', 'over', 'abandoned'],
  refusal: Object.keys(REFUSALS),
  'rules.face-up': ['two-cards', 'one-card'],
  'rules.locomotives': ['any-route', 'tunnels'],
  'rules.section': ['aim', 'setup', 'turn', 'cards', 'claiming', 'tickets', 'stations', 'end'],
  'rules.unkept-play': ['bottom', 'out'],
  'rules.unkept-setup': ['bottom', 'out', 'shuffled-bottom'],
  'score.add': BUILDINGS,
  'score.colour': ['0', '1', '2', '3', '4'],
  'score.decided': TIES,
  'score.fault': ['trains', 'subways', 'stations', 'depots'],
  'score.n': BUILDINGS,
  'score.source': PARTS,
  'score.step': ['setup', 'routes', 'tickets', 'buildings', 'count'],
  'score.tap': BUILDINGS,
  'table.level': ['easy', 'medium', 'hard', 'expert'],
  'table.your-turn': ['setup', 'depots', 'main', 'drawing', 'offer', 'paying', 'surcharge', 'collecting'],
} satisfies Record<string, readonly string[]>

export type Stem = keyof typeof CODES

/** The key of a code's text. A beginning without a point is a whole file. */
export const keyOf = (stem: Stem, code: string | number) =>
  `${stem}${stem.includes('.') ? '-' : '.'}${code}`.replace(/[_ ]/g, '-') as Key
