/** Deals that nobody can bend: what a browser keeps of a table, and the check when the game is over. */
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

const KIND = 'eclisse-deal-1'

/** The record that a browser keeps of a table. */
export interface Kept {
  hash: string | null // the server's promise as it was seen first; empty: the table was open and there was none
  early: boolean // the table was seen before the game started
  promises: (string | null)[] // of the seats, as they were seen last before this browser's number was shown
  begun?: boolean // the game was seen begun: what is promised from now on comes too late
  nonce: string | null // this browser's own number
  shown?: Shown | undefined // until the game is over: this browser has shown its number
}

/** A game whose deal a browser has added its number to: if it vanishes, somebody may have disliked the deal. */
export interface Shown {
  game: string
  at: number // seconds since 1970
  gone?: boolean // the server does not show the table any more
}

export type Verdict =
  'fair' | 'fair-alone' | 'late' | 'known' | 'hash' | 'promise' | 'nonce' | 'key' | 'cards' | 'daily' | 'daily-key'

/** That record once the table is seen like this. */
export function seen(kept: Kept | null, table: TableInfo): Kept {
  const early = table.status === 'open'
  return {
    hash: kept ? kept.hash : early ? (table.key_hash ?? '') : table.key_hash,
    early: kept ? kept.early : early,
    promises: kept?.begun
      ? kept.promises
      : table.seats.map((seat, i) => (early ? seat.promise : (kept?.promises[i] ?? seat.promise))),
    nonce: kept?.nonce ?? null,
    ...(kept?.begun || !early ? { begun: true } : {}),
    ...(kept?.shown && table.status === 'playing' ? { shown: kept.shown } : {}),
  }
}

/** The records of tables, as text for a link to another device: the server never sees it. Late sights prove nothing. */
export const written = (kept: [string, Kept][]) =>
  kept
    .filter(([, { early }]) => early)
    .map(([id, { hash, nonce, promises }]) => [id, hash, nonce, ...promises].map((part) => part ?? '').join('.'))
    .join('~')

/** The records of tables in such a text. */
export const read = (text: string): [string, Kept][] =>
  (/^[0-9a-f.~]*$/.test(text) ? text.split('~') : [])
    .filter((one) => one.split('.').length > 3)
    .map((one) => {
      const [id = '', hash = '', nonce, ...promises] = one.split('.')
      return [id, { hash, early: true, promises: promises.map((promise) => promise || null), nonce: nonce || null }]
    })

/** Whether the deal of a finished game is the one that a browser was promised. */
export function verdict(kept: Kept | null, table: TableInfo): Verdict {
  if (table.daily) {
    if (sha256(table.key ?? '') !== (kept?.hash ?? table.key_hash)) return 'daily-key'
    return kept?.early ? 'daily' : 'late'
  }
  if (table.key_shown && !kept?.nonce) return 'known'
  if (!table.part) return kept?.nonce ? 'nonce' : kept?.early ? 'hash' : 'late'
  const nonces = table.seats.map((seat) => seat.nonce)
  const key = sha256([KIND, table.part, ...nonces.map((nonce) => nonce ?? '')].join('\n')).slice(0, 32)
  if (table.key !== key) return 'key'
  if (sha256(table.part) !== (kept?.hash ?? table.key_hash)) return 'hash'
  if (kept?.nonce && !nonces.includes(kept.nonce)) return 'nonce'
  const promises = table.seats.map((seat, i) => kept?.promises[i] ?? (kept?.begun ? null : seat.promise))
  const isKept = (nonce: string | null, i: number) => (nonce ? sha256(nonce) : null) === (promises[i] ?? null)
  if (!nonces.every(isKept)) return 'promise'
  if (!kept?.early) return 'late'
  return kept.nonce ? 'fair' : 'fair-alone'
}

/** The command that checks a downloaded record against what this browser was promised. */
export function command(kept: Kept | null, table: TableInfo): string {
  const promises = kept?.early && kept.promises.some(Boolean) ? ['--promises', kept.promises.join(',')] : []
  const nonce = kept?.nonce ? ['--nonce', kept.nonce] : []
  const file = `eclisse-${table.id.slice(0, 8)}.json`
  return ['eclisse', 'verify', '--hash', kept?.hash || table.key_hash, ...nonce, ...promises, file].join(' ')
}

/** Whether a verdict says that somebody cheated, or that a number is missing. */
export const isUnfair = (found: Verdict) => ['hash', 'promise', 'nonce', 'key', 'cards', 'daily-key'].includes(found)
