/** The keyboard's focus goes back to where it was, when what had it was taken away for a moment. */

const KEYS = ['data-route', 'data-city', 'data-market', 'data-card', 'data-ticket', 'data-tab', 'data-mode'] as const
const FLAGS = ['data-deck', 'data-tickets', 'data-pass'] as const

/** How to find an element again once it has been drawn anew. */
function address(element: Element): string | null {
  if (element.closest('[data-offer]')) return '[data-keep]'
  const flag = FLAGS.find((name) => element.hasAttribute(name))
  if (flag) return `[${flag}]:enabled`
  const key = KEYS.find((name) => element.hasAttribute(name))
  return key ? `${element.tagName === 'g' ? '[role=button]' : ''}[${key}="${element.getAttribute(key)}"]` : null
}

export class Focus {
  #last: { address: string; onMap: boolean } | null = null

  /** Remember what the keyboard has reached; a pointer forgets it. */
  readonly follow = (game: HTMLElement): (() => void) => {
    const reached = ({ target }: FocusEvent) => {
      const element = target as Element
      if (element.closest('.asked')) return
      const found = element.matches(':focus-visible') ? address(element) : null
      this.#last = found ? { address: found, onMap: element.matches('g, [data-offer] *') } : null
    }
    const pressed = () => (this.#last = null)
    game.addEventListener('focusin', reached)
    game.addEventListener('pointerdown', pressed)
    return () => {
      game.removeEventListener('focusin', reached)
      game.removeEventListener('pointerdown', pressed)
    }
  }

  /** Give the focus back, if nothing has it; from a route or tickets that are gone it goes to the map. */
  restore(game: HTMLElement | undefined): void {
    const lost = document.activeElement === document.body || document.activeElement === null
    if (!lost || !this.#last || !game) return
    const target = game.querySelector<HTMLElement>(this.#last.address)
    if (target) target.focus()
    else if (this.#last.onMap) this.#withMap(game)
  }

  #withMap(game: HTMLElement): void {
    const before = this.#last
    game.querySelector<HTMLElement>('.window')?.focus()
    this.#last = before
  }
}
