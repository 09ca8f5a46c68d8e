/** One-key shortcuts: a button names its key in `aria-keyshortcuts`, and the key presses it. */

/** Elements that take letters themselves: fields and dialogs. */
const TAKEN = 'input, select, textarea, [contenteditable], dialog'

class Shortcuts {
  /** Whether the list is shown. */
  shown = $state(false)

  onkeydown = (event: KeyboardEvent) => {
    const key = pressed(event)
    if (key === '?') this.shown = true
    else if (key) document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not(:disabled)`)?.click()
  }
}

export const shortcuts = new Shortcuts()

/** The letter or digit of a shortcut; nothing where the key is somebody else's. */
export function pressed(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return ''
  if ((event.target as Element).closest?.(TAKEN) || document.querySelector('dialog[open]')) return ''
  return /^[a-z1-9?]$/i.test(event.key) ? event.key.toLowerCase() : ''
}
