/** Making a table and going there. */
import { post } from '../../lib/api'
import { rememberPromise, start } from '../../lib/deal'
import { here } from '../../lib/here'
import { me } from '../../lib/me.svelte'
import type { Daily, NewTable, TableInfo } from '../../lib/protocol'
import { router } from '../../lib/router.svelte'

type Wish = Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>

/** Make a table; begin at once if nobody has to come. */
export async function createTable(wish: Wish, name = ''): Promise<void> {
  await me.be(name)
  const table = await post<TableInfo>('tables', wish)
  if (table.seats.every((seat) => seat.kind !== 'open')) await start(table)
  localStorage.setItem('eclisse.last', wish.game)
  router.go(`t/${table.id}`)
}

/** Begin your attempt at the deal of the day, or go on with it. */
export async function playDaily(daily: Daily): Promise<void> {
  await me.be('')
  const table = await post<TableInfo>('daily')
  if (!daily.table && !here.alone) rememberPromise(table.id, daily.key_hash)
  router.go(`t/${table.id}`)
}
