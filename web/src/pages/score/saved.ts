/** Score sheets that were saved on this device, the newest first. */
import { restored, type Form } from './form'

export interface SavedSheet {
  at: number // milliseconds; no two are the same
  form: Form
  totals: number[] // by seat, as they were counted
}

const KEY = 'eclisse.sheets'
const MOST = 100

/** All of them; what cannot be read is left out. */
export function savedSheets(): SavedSheet[] {
  try {
    const rows = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Partial<SavedSheet>[]
    return rows.flatMap(({ at, form, totals }) => {
      const whole = restored(JSON.stringify(form ?? null))
      return whole && typeof at === 'number' && Array.isArray(totals) ? [{ at, form: whole, totals }] : []
    })
  } catch {
    return []
  }
}

/** Keep a sheet; the same one again takes the place of the older copy. */
export function saveSheet(form: Form, totals: number[], at = Date.now()): SavedSheet[] {
  const same = JSON.stringify(form)
  const others = savedSheets().filter((sheet) => JSON.stringify(sheet.form) !== same && sheet.at !== at)
  return kept([{ at, form, totals }, ...others])
}

/** Throw one away. */
export const dropSheet = (at: number): SavedSheet[] => kept(savedSheets().filter((sheet) => sheet.at !== at))

function kept(sheets: SavedSheet[]): SavedSheet[] {
  const newest = sheets.slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify(newest))
  return newest
}
