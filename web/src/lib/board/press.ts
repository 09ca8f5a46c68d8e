/** Buttons drawn on the board. */

/** The attributes that make a button of a drawing, for pointers, keyboards and screen readers. */
export const button = (label: string, press: () => void) => ({
  role: 'button',
  tabindex: 0,
  'aria-label': label,
  onclick: press,
  onkeydown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press()
  },
})
