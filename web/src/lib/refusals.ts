/** What the server refuses, as a sentence in the reader's language. */
import { Refused } from './api'
import { keyOf, REFUSALS, type RefusalCode } from './codes'
import { t } from './i18n.svelte'

/** One sentence for people; whatever is not a refusal means that no answer came. */
export function why(refusal: unknown): string {
  const known = refusal instanceof Refused ? refusal : { code: 'offline' as const, message: '' }
  return sentence(known.code, known.message)
}

/** The same for a refusal that came over the socket. */
export const sentence = (code: RefusalCode, message: string): string =>
  t(keyOf('refusal', code), REFUSALS[code] === 'detail' ? { message } : {})
