/** The game after a game. */
import { post } from './api'
import { start } from './deal'
import type { TableInfo } from './protocol'
import { router } from './router.svelte'

/** Go to the table that follows another, to one's old seat; begin if nobody else has to come. */
export async function rematch(table: string): Promise<void> {
  const next = await post<TableInfo>(`tables/${table}/rematch`)
  if (next.status === 'open' && next.yours && next.seats.every((seat) => seat.kind !== 'open')) await start(next)
  router.go(`t/${next.id}`)
}
