/** How a bot plays, in a sentence: in a way of its own, else as its level does. */
import { coded } from '../../../lib/i18n.svelte'

export const manner = ({ style, level }: { style: string | null; level: string | null }): string =>
  style ? coded('table.style', style) : coded('table.level-says', level ?? '')
