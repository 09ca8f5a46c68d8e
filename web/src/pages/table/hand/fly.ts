/** Cards that fly from where they lay to who took them. */
import { mount, unmount } from 'svelte'
import type { Step } from '../../../lib/protocol'
import Card from '../../../lib/ui/Card.svelte'

const TIME = 480

/** Let the cards of these steps fly; `before` is the market as it lay. */
export function flyCards(steps: readonly Step[], before: readonly string[], own: number | null): void {
  let wait = 0
  for (const event of steps.flatMap((step) => step.events)) {
    if (event.kind !== 'took' && event.kind !== 'drew') continue
    const from = event.kind === 'took' ? `[data-market="${before.indexOf(event.card)}"]` : '[data-deck]'
    const to = event.seat === own ? `[data-hand]` : `[data-player="${event.seat}"]`
    fly(event.card ?? null, document.querySelector(from), document.querySelector(to), wait)
    wait += 120
  }
}

function fly(card: string | null, from: Element | null, to: Element | null, delay: number): void {
  if (!from || !to) return
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  const box = document.createElement('div')
  Object.assign(box.style, {
    position: 'fixed',
    left: `${a.left}px`,
    top: `${a.top}px`,
    width: `${a.width}px`,
    zIndex: '40',
    pointerEvents: 'none',
  })
  box.style.setProperty('--card', '100%')
  document.body.append(box)
  const flying = mount(Card, { target: box, props: { card } })
  const [dx, dy] = [
    b.left + b.width / 2 - a.left - a.width / 2,
    b.top + Math.min(b.height, 100) / 2 - a.top - a.height / 2,
  ]
  const move = box.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${dx / 2}px, ${dy / 2 - 40}px) scale(1.1)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${dx}px, ${dy}px) scale(0.5)`, opacity: 0.2 },
    ],
    { duration: TIME, delay, easing: 'ease-in-out', fill: 'backwards' },
  )
  const gone = () => {
    void unmount(flying)
    box.remove()
  }
  move.finished.then(gone, gone)
}

/** End every animation that has an end. */
export function finishAll(): void {
  for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish()
}
