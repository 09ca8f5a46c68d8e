/** Up to which line this browser has read the chat of each table; the longest unread tables are forgotten. */
const KEY = 'eclisse.chat'
const MOST = 50 // tables

function stored(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as [string, number][]) : []
  } catch {
    return []
  }
}

/** The last line that was read at a table. */
export const readUpTo = (table: string): number => stored().find(([id]) => id === table)?.[1] ?? 0

export function keepRead(table: string, line: number): void {
  const others = stored().filter(([id]) => id !== table)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [table, line]].slice(-MOST)))
  } catch {
    // a browser that keeps nothing counts again
  }
}

/** How many lines by others have not been read. */
export const unread = (lines: readonly { id: number; seat: number | null }[], read: number, own: readonly number[]) =>
  lines.filter(({ id, seat }) => id > read && (seat === null || !own.includes(seat))).length
