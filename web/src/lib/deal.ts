/** This browser's part in a deal: it remembers what it was promised, promises a number, shows it, and checks. */
import { get, post, Refused } from './api'
import { command, read, seen, verdict, written, type Kept, type Shown, type Verdict } from './fairness'
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

const AT_ONCE = 5 // tables that are asked for
const place = (id: string) => `eclisse.deal.${id}`

function load(id: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(place(id)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function save(id: string, kept: Kept): void {
  try {
    localStorage.setItem(place(id), JSON.stringify(kept))
  } catch {
    // a browser that keeps nothing checks nothing
  }
}

const asked = new Set<string>() // what was asked of the server, so that nothing is asked twice

/** Ask the server once. */
async function once(path: string, body: object): Promise<TableInfo | null> {
  if (asked.has(path)) return null
  asked.add(path)
  try {
    return await post<TableInfo>(path, body)
  } catch (error) {
    asked.delete(path)
    throw error
  }
}

/** Remember a table, promise a number while it is open, show the number when the game starts. */
export async function follow(table: TableInfo): Promise<void> {
  const kept = seen(load(table.id), table)
  save(table.id, kept)
  const mine = table.seats.filter((seat) => seat.yours)
  if (!mine.length || !table.key_hash || table.key_shown) return
  if (table.status === 'open' && mine.some((seat) => !seat.promise)) {
    const nonce = kept.nonce ?? number()
    save(table.id, { ...kept, nonce })
    const answer = await once(`tables/${table.id}/promise`, { promise: sha256(nonce) })
    if (answer) save(table.id, seen({ ...kept, nonce }, answer))
  } else if (table.status === 'playing' && kept.nonce) {
    const promise = sha256(kept.nonce)
    const owed = mine.some((seat) => seat.promise === promise && !seat.nonce)
    if (owed) await once(`tables/${table.id}/reveal`, { nonce: kept.nonce })
    const isShown = owed || mine.some((seat) => seat.nonce === kept.nonce)
    if (isShown && !kept.shown) save(table.id, { ...kept, shown: { game: table.game, at: Date.now() / 1000 } })
  }
}

/** The promise of this browser for a deal when it takes a seat, so that no start is too soon for it. */
export function promised(table: TableInfo): { promise?: string } {
  if (!table.key_hash || table.key_shown) return {}
  const kept = seen(load(table.id), table)
  const nonce = kept.nonce ?? number()
  save(table.id, { ...kept, nonce })
  return { promise: sha256(nonce) }
}

/** Remember what was promised for a deal before its table was there. */
export function rememberPromise(id: string, hash: string): void {
  if (!load(id)) save(id, { hash, early: true, promises: [], nonce: null })
}

/** Start a game: this browser's number is promised before and shown after. */
export async function start(table: TableInfo, body: object = {}): Promise<void> {
  await follow(table)
  const begun = await post<TableInfo>(`tables/${table.id}/start`, body)
  await follow(begun).catch(() => undefined) // the connection to the table may have been faster
}

/** 128 random bits. */
function number(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the deal of a finished game is the one this browser was promised. */
export const check = (table: TableInfo): Verdict => verdict(load(table.id), table)

/** The command that checks the same. */
export const checking = (table: TableInfo): string => command(load(table.id), table)

/** The promises to this browser at some tables, as text for another device. */
export function carried(ids: string[]): string {
  return written(ids.flatMap((id) => [load(id)].flatMap((kept) => (kept ? [[id, kept] as [string, Kept]] : []))))
}

/** Keep what another device was promised, where this one has seen nothing earlier. */
export function bring(text: string): void {
  for (const [id, kept] of read(text)) if (!load(id)?.early) save(id, kept)
}

// --- tables that vanish ----------------------------------------------------------------------------------------------

export interface Trace extends Kept {
  id: string
  shown: Shown
}

/** The games that this browser has shown its number for, and not seen the end of. */
function unfinished(): Trace[] {
  const ids = Object.keys(localStorage).flatMap((key) =>
    key.startsWith(place('')) ? [key.slice(place('').length)] : [],
  )
  return ids.flatMap((id) => {
    const kept = load(id)
    return kept?.shown ? [{ ...kept, id, shown: kept.shown }] : []
  })
}

/** The server does not show a table any more. */
export function lost(id: string): void {
  const kept = load(id)
  if (kept?.shown) save(id, { ...kept, shown: { ...kept.shown, gone: true } })
}

/** Say no more about a table: this player has left it, or has read that it vanished. */
export function dismiss(id: string): void {
  const kept = load(id)
  if (kept) save(id, { ...kept, shown: undefined })
}

/** Say no more about any table: whoever plays here now is somebody else, and is not shown them. */
export const dismissAll = (): void => unfinished().forEach(({ id }) => dismiss(id))

/** The games that have vanished; those that are not in the list of one's games are asked for, a few at a time. */
export async function vanished(listed: string[]): Promise<Trace[]> {
  const missing = unfinished().filter(({ id, shown }) => !shown.gone && !listed.includes(id))
  const look = async ({ id }: Trace) => {
    try {
      const { status } = await get<TableInfo>(`tables/${id}`)
      if (status !== 'playing') dismiss(id)
    } catch (error) {
      if (error instanceof Refused && error.code === 'unknown_table') lost(id)
    }
  }
  await Promise.all(missing.slice(0, AT_ONCE).map(look))
  return unfinished().filter(({ shown }) => shown.gone)
}
