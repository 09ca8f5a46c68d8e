/** Hovering by moving the mouse, not by scrolling under a mouse that rests. */

/** Tell when the mouse moves onto an element, and when it is no longer there. */
export function hover(onenter: () => void, onleave: () => void): (element: HTMLElement) => () => void {
  return (element) => {
    let over = false
    const moved = ({ pointerType }: PointerEvent) => {
      if (over || pointerType !== 'mouse') return
      over = true
      onenter()
    }
    const left = () => {
      if (over) onleave()
      over = false
    }
    element.addEventListener('pointermove', moved)
    element.addEventListener('pointerleave', left)
    return () => {
      element.removeEventListener('pointermove', moved)
      element.removeEventListener('pointerleave', left)
    }
  }
}
