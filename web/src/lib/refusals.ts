/** What the server refuses, as a sentence in the reader's language. */
import { Refused } from './api'
import { t } from './i18n.svelte'
import type { Refusal } from './protocol'

type Code = Refusal['code'] | 'offline'

/** Every way to be refused; those with `detail` end with the server's own words. */
export const CODES: Record<Code, 'plain' | 'detail'> = {
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

/** One sentence for people; whatever is not a refusal means that no answer came. */
export function why(refusal: unknown): string {
  const known = refusal instanceof Refused ? refusal : { code: 'offline' as const, message: '' }
  return sentence(known.code, known.message)
}

/** The same for a refusal that came over the socket. */
export const sentence = (code: Code, message: string): string =>
  CODES[code] === 'detail' ? t(`refusal.${code}`, { message }) : t(`refusal.${code}`)
