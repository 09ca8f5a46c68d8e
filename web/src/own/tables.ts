/** Questions about a game that this browser keeps, answered by the page's own engine. */
import { infoOf } from '../engine/info'
import { asked } from '../engine/thread'
import { again, known } from './games'

/** The answer to what a server would be asked at `tables/…`. */
export async function ofTable(address: string): Promise<unknown> {
  const [path = '', rest] = address.split('?')
  const query = new URLSearchParams(rest)
  const [, id = '', what] = path.split('/')
  if (what === 'rematch') return again(id)
  const kept = await known(id)
  const seat = query.get('seat')
  if (what === 'replay') return asked({ what: 'replayed', kept, seat: seat === null ? null : Number(seat) })
  if (what === 'record') return asked({ what: 'record', kept })
  if (what === 'position') return asked({ what: 'position', kept, number: Number(query.get('number')) })
  if (what === 'hint' || what === 'review') return asked({ what, kept })
  return infoOf(kept)
}
