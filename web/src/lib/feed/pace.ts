/** Feeds at the pace that this device has chosen. */
import { prefs } from '../prefs.svelte'
import { Feed, type Pace } from './feed.svelte'
import type { Transport } from './transport'

const PACES = {
  instant: { between: 0, pause: 0 },
  normal: { between: 750, pause: 2 },
  slow: { between: 2000, pause: 3.5 },
}

/** Nobody watches a page that is hidden. */
const chosen = (): Pace => (document.hidden ? { ...PACES[prefs.pace], between: 0 } : PACES[prefs.pace])

export const feedOver = (transport: Transport): Feed => new Feed(transport, chosen)
