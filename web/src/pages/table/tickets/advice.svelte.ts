/** Which tickets the coach would keep: told when asked, and unasked at the start of a first game. */
import { get } from '../../../lib/api'
import { Attempt } from '../../../lib/attempt.svelte'
import type { Hints } from '../../../lib/protocol'
import { tips } from '../../../lib/tips'
import type { Play } from '../play.svelte'

const TOLD = 'first-tickets' // this browser has chosen its first tickets

export class Advice {
  readonly attempt = new Attempt()
  readonly #play: Play
  #told = $state.raw<{ offer: string; action: string } | null>(null)

  constructor(play: Play) {
    this.#play = play
  }

  /** Whether the coach helps here: to somebody alone against bots, at a table with aids. */
  get allowed(): boolean {
    return this.#play.alone && !!this.#play.feed.table?.planning
  }

  /** Whether it speaks up by itself. */
  get unasked(): boolean {
    return this.allowed && this.#play.update?.view.phase === 'setup' && tips.fresh(TOLD, 1)
  }

  ask(offer: string): void {
    void this.attempt.run(async () => {
      const { hints } = await get<Hints>(`tables/${this.#play.feed.table!.id}/hint`)
      this.#told = hints[0] ? { offer, action: hints[0].action } : null
    })
  }

  /** The places of its tickets in an offer; null: it has said nothing of that one. */
  places(offer: string, keeps: readonly { text: string; places: number[] }[]): number[] | null {
    const told = this.#told
    return (told?.offer === offer && keeps.find(({ text }) => text === told.action)?.places) || null
  }

  /** Somebody has chosen. */
  kept(): void {
    tips.tell(TOLD)
  }
}
