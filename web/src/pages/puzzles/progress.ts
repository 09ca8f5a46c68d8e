/** The puzzles that were tried on this device: whether the first answer to each was right. */
const KEY = 'eclisse.puzzles'

export type Progress = Record<number, boolean>

export function progress(): Progress {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Progress) : {}
  } catch {
    return {}
  }
}

/** Take note of an answer; only the first one counts. */
export function note(puzzle: number, right: boolean): void {
  localStorage.setItem(KEY, JSON.stringify({ [puzzle]: right, ...progress() }))
}
