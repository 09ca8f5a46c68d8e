/** How accuracy over time is drawn: an axis that shows all games, and a line that follows them calmly. */

export const CALM = 5 // games that the line averages

/** At each place, the average of the values up to it, of so many at most. */
export const rolling = (values: readonly number[], n = CALM): number[] =>
  values.map((_, i) => {
    const last = values.slice(Math.max(0, i + 1 - n), i + 1)
    return last.reduce((sum, value) => sum + value, 0) / last.length
  })

/** Round marks in percent from below the lowest share to 100, two at least, the lowest first. */
export function marks(accuracies: readonly number[]): number[] {
  const low = Math.min(80, Math.floor(10 * Math.min(...accuracies, 1)) * 10)
  const step = 100 - low > 40 ? 20 : 10
  const found: number[] = []
  for (let mark = 100; mark > low - step; mark -= step) found.unshift(Math.max(0, mark))
  return found
}
