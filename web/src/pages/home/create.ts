/** Making a table and going there. */
import { post, Refused } from '../../lib/api'
import { rememberPromise, start } from '../../lib/deal'
import { here } from '../../lib/here'
import { me } from '../../lib/me.svelte'
import type { Daily, NewTable, TableInfo } from '../../lib/protocol'
import { prefs } from '../../lib/prefs.svelte'
import { router } from '../../lib/router.svelte'

type Wish = Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>

/** Whether nobody but those at this device and bots take part, so that the page can play it by itself. */
export const staysHere = ({ seats, clock, public: open }: Wish): boolean =>
  !clock && !open && seats.every(({ kind }) => kind === 'you' || kind === 'bot')

/** Make a table; begin at once if nobody has to come. */
export async function createTable(wish: Wish, name = ''): Promise<void> {
  const own = !here.alone && !prefs.elsewhere && staysHere(wish) ? await begun(wish, name) : null
  const table = own ?? (await atServer(wish, name))
  localStorage.setItem('eclisse.last', wish.game)
  router.go(`t/${table.id}`)
}

/** Begin a game that this browser keeps; null: it cannot, or a file of the engine is not there. */
async function begun(wish: Wish, name: string): Promise<TableInfo | null> {
  try {
    const { begin } = await import('../../own/games')
    const sent = JSON.parse(JSON.stringify(wish)) as NewTable // what a page shows cannot be stored as it is
    return await begin(sent, name || (me.player?.name ?? ''))
  } catch (error) {
    if (error instanceof Refused && error.code !== 'unavailable') throw error
    return null
  }
}

async function atServer(wish: Wish, name: string): Promise<TableInfo> {
  await me.be(name)
  const table = await post<TableInfo>('tables', wish)
  if (table.seats.every((seat) => seat.kind !== 'open')) await start(table)
  return table
}

/** Begin your attempt at the deal of the day, or go on with it. */
export async function playDaily(daily: Daily): Promise<void> {
  await me.be('')
  const table = await post<TableInfo>('daily')
  if (!daily.table && !here.alone) rememberPromise(table.id, daily.key_hash)
  router.go(`t/${table.id}`)
}
