/** This browser's part in a deal: it remembers what it was promised, promises a number, shows it, and checks. */
import { post } from './api'
import { command, read, seen, verdict, written, type Kept, type Verdict } from './fairness'
import type { TableInfo } from './protocol'
import { sha256 } from './sha256'

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
  }
}

/** What this browser promises for a deal when it takes a seat, so that no start is too soon for it. */
export function promised(table: TableInfo): { promise?: string } {
  if (!table.key_hash || table.key_shown) return {}
  const kept = seen(load(table.id), table)
  const nonce = kept.nonce ?? number()
  save(table.id, { ...kept, nonce })
  return { promise: sha256(nonce) }
}

/** Remember what was promised for a deal before its table was there. */
export function foretold(id: string, hash: string): void {
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

/** What this browser was promised at some tables, as text for another device. */
export function carried(ids: string[]): string {
  return written(ids.flatMap((id) => [load(id)].flatMap((kept) => (kept ? [[id, kept] as [string, Kept]] : []))))
}

/** Keep what another device was promised, where this one has seen nothing earlier. */
export function bring(text: string): void {
  for (const [id, kept] of read(text)) if (!load(id)?.early) save(id, kept)
}
