/** Who you are on this device. */
import { ask, get, post, Refused } from './api'
import { dismissAll } from './deal'
import { t } from './i18n.svelte'
import type { Player } from './protocol'

const KNOWN = 'eclisse.known' // set once the server has given this browser a secret, so that it is not asked in vain

class Me {
  player: Player | null = $state.raw(null)
  asked = $state(false)
  #being: Promise<void> | null = null

  /** Ask the server who this browser is, if it ever said. */
  async find(): Promise<void> {
    if (!this.player && localStorage.getItem(KNOWN)) {
      try {
        this.player = await get<Player>('players/me')
      } catch (refusal) {
        if (refusal instanceof Refused && refusal.code === 'unknown_player') localStorage.removeItem(KNOWN)
      }
    }
    this.asked = true
  }

  /** The player of this browser, made if there is none; without a name they keep theirs. Two calls make one player. */
  be(name: string, invitation: { table?: string; invite?: string } = {}): Promise<void> {
    this.#being ??= this.#become(name, invitation).finally(() => (this.#being = null))
    return this.#being
  }

  async #become(name: string, invitation: { table?: string; invite?: string }): Promise<void> {
    await this.find()
    if (!this.player) this.is(await post<Player>('players', { name: name || t('home.traveller'), ...invitation }))
    else if (name && this.player.name !== name) await this.change({ name })
  }

  async change(changes: { name?: string; webhook?: string }): Promise<void> {
    this.is(await ask<Player>('PATCH', 'players/me', changes))
  }

  async recover(token: string): Promise<void> {
    this.is(await post<Player>('players/recover', { token }))
  }

  /** Be nobody on this device. */
  leave(): void {
    this.player = null
    localStorage.removeItem(KNOWN)
  }

  /** Be somebody on this device. */
  is(player: Player): void {
    if (this.player && this.player.id !== player.id) dismissAll()
    this.player = player
    localStorage.setItem(KNOWN, '1')
  }
}

export const me = new Me()
