/** The size of the window: one place says whether it is narrow or short. */
import { MediaQuery } from 'svelte/reactivity'

const NARROW = new MediaQuery(
  '(max-width: 559px), ((max-width: 720px) and (min-height: 521px)), ((max-width: 1100px) and (orientation: portrait))',
)
const SHORT = new MediaQuery('(max-height: 520px)')
const ROOMY = new MediaQuery(
  '((min-width: 640px) and (min-height: 900px)) or ((max-width: 559px) and (min-height: 820px))',
)

export const screen = {
  /** All stands in one column. */
  get narrow() {
    return NARROW.current
  },
  /** A phone on its side. */
  get short() {
    return !NARROW.current && SHORT.current
  },
  /** Your tickets are behind a tab: there is no room for them beside the map. */
  get tucked() {
    return NARROW.current && !ROOMY.current
  },
}
