/** The keyboard's focus goes to where the next decision is made, when what had it was taken away. */

const KEYS = ['data-route', 'data-city', 'data-market', 'data-card', 'data-ticket', 'data-tab', 'data-mode'] as const
const FLAGS = ['data-deck', 'data-tickets', 'data-pass', 'data-undo', 'data-coach', 'data-skip-moves'] as const
/** Where the next decision is made, if not where the last one was. */
const NEXT = '.asked .options > button, [data-offer] input, [data-deck]:enabled, [data-market]:enabled'

/** How to find an element again once it has been drawn anew. */
function address(element: Element): string | null {
  if (element.closest('[data-offer]')) return '[data-offer] input'
  const flag = FLAGS.find((name) => element.hasAttribute(name))
  if (flag) return `[${flag}]:enabled`
  const key = KEYS.find((name) => element.hasAttribute(name))
  if (!key) return null
  return `${element.tagName === 'g' ? '[role=button]' : ''}[${key}="${element.getAttribute(key)}"]:not(:disabled)`
}

export class Focus {
  #last: { address: string; onMap: boolean } | null = null
  #parked = false // on the map, until there is something to decide

  /** Remember what the keyboard has reached; a pointer forgets it. */
  readonly follow = (game: HTMLElement): (() => void) => {
    const reached = ({ target }: FocusEvent) => {
      const element = target as Element
      if (element.closest('.asked, dialog')) return
      const found = element.matches(':focus-visible') ? address(element) : null
      this.#last = found ? { address: found, onMap: element.matches('g, [data-offer] *') } : null
      this.#parked = false
    }
    const pressed = () => (this.#last = null)
    game.addEventListener('focusin', reached)
    game.addEventListener('pointerdown', pressed)
    return () => {
      game.removeEventListener('focusin', reached)
      game.removeEventListener('pointerdown', pressed)
    }
  }

  /** Give the focus back, if nothing has it; while there is nothing to decide, the map has it. */
  restore(game: HTMLElement | undefined): void {
    const active = document.activeElement
    const lost = active === document.body || active === null || (this.#parked && active.matches('.window'))
    if (!lost || !this.#last || !game) return
    const { address, onMap } = this.#last
    const target = game.querySelector<HTMLElement>(address) ?? (onMap ? null : game.querySelector<HTMLElement>(NEXT))
    if (target) target.focus()
    else if (!active?.matches('.window')) this.#park(game)
  }

  #park(game: HTMLElement): void {
    const before = this.#last
    game.querySelector<HTMLElement>('.window')?.focus()
    this.#last = before
    this.#parked = true
  }
}
