/** A part that has just opened takes no click for a moment: the second half of a double click was not meant for it. */

export const SETTLED = 400 // milliseconds

/** Keep pointers, and keys that are held down, from what lies in a panel until it has been seen. */
export function settle(panel: HTMLElement): () => void {
  const opened = performance.now()
  panel.dataset.settling = ''
  const timer = setTimeout(() => delete panel.dataset.settling, SETTLED)
  const held = (event: KeyboardEvent) =>
    event.repeat && (event.key === 'Enter' || event.key === ' ') && event.preventDefault()
  // A busy device hands a click on late: what counts is when it was made. A key makes a click without a detail.
  const early = (event: MouseEvent) => {
    if (!event.detail || event.timeStamp - opened >= SETTLED) return
    event.preventDefault()
    event.stopPropagation()
  }
  panel.addEventListener('click', early, true)
  panel.addEventListener('keydown', held)
  return () => {
    clearTimeout(timer)
    panel.removeEventListener('click', early, true)
    panel.removeEventListener('keydown', held)
  }
}
