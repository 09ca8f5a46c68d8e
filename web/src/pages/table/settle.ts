/** What has just opened takes no click for a moment: the second half of a double click was not meant for it. */

const SETTLED = 400 // milliseconds

/** Keep pointers, and keys that are held down, from what lies in a panel until it has been seen. */
export function settle(panel: HTMLElement): () => void {
  panel.dataset.settling = ''
  const timer = setTimeout(() => delete panel.dataset.settling, SETTLED)
  const held = (event: KeyboardEvent) =>
    event.repeat && (event.key === 'Enter' || event.key === ' ') && event.preventDefault()
  panel.addEventListener('keydown', held)
  return () => {
    clearTimeout(timer)
    panel.removeEventListener('keydown', held)
  }
}
