/** How pieces look: the colours of the boxes, each with a pattern of its own (`--seat-N` in palette.css). */
export const STYLES = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** The style of each seat; who has a favourite gets it, and whoever had it gets theirs. */
export function stylesOf(seats: number, own: number | null, favourite: number | null): number[] {
  const styles = Array.from({ length: seats }, (_, seat) => seat)
  if (own === null || favourite === null || own >= seats) return styles
  const other = styles.indexOf(favourite)
  if (other >= 0) styles[other] = own
  styles[own] = favourite
  return styles
}
