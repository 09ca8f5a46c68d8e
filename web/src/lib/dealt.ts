/** The cards and tickets that were shown, compared with those of the key: this browser deals the game again. */
import { asked } from '../engine/thread'
import { get } from './api'
import type { Update } from './protocol'

/** The number of the first decision after which other cards were shown than those of the key; null: there is none. */
export async function differsAt(table: string, invite: string, sights: readonly Update[]): Promise<number | null> {
  const query = invite && `?${new URLSearchParams({ invite })}`
  const record = await get<Record<string, unknown>>(`tables/${table}/record${query}`)
  const shown = sights.map(({ number, seat, steps, view }) => ({ number, seat, steps, view }))
  return asked({ what: 'differs', record, sights: shown })
}
