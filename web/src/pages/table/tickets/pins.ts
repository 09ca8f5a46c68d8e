/** The tickets that each seat has pinned at a table, kept in this browser until the game is over. */
export type Pins = Record<number, readonly string[]>

const place = (table: string) => `eclisse.pins.${table}`

export function readPins(table: string): Pins {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(table)) ?? '{}')
    const rows = kept && typeof kept === 'object' ? Object.entries(kept) : []
    return Object.fromEntries(rows.map(([seat, pins]) => [seat, Array.isArray(pins) ? pins.map(String) : []]))
  } catch {
    return {}
  }
}

export function keepPins(table: string, pins: Pins): void {
  try {
    if (Object.values(pins).some((one) => one.length)) localStorage.setItem(place(table), JSON.stringify(pins))
    else localStorage.removeItem(place(table))
  } catch {
    // a browser that keeps nothing forgets the pins with the page
  }
}
