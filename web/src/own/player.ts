/** Whoever plays in this browser: a name, and no account. */
import { t } from '../lib/i18n.svelte'
import type { Player } from '../lib/protocol'

const NAME = 'eclisse.name'

export const player = (): Player =>
  ({ id: 'here', name: localStorage.getItem(NAME) ?? t('home.traveller'), webhook: null }) as unknown as Player

export function named(body: unknown): Player {
  const { name } = body as { name?: string }
  if (name) localStorage.setItem(NAME, name)
  return player()
}
