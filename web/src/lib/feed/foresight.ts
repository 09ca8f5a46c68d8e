/**
 * What the page's own engine says about the game of a server, from what its seat was told last. It is fetched beside a
 * game that has begun; until it is there, and where it cannot run, there is no answer, and the server is asked.
 */
import type { Answers, Seen } from '../../engine/service'
import { Refused } from '../api'

type Thread = typeof import('../../engine/thread')

export class Foresight {
  #thread: Thread | null = null
  #begun = false

  /** Fetch the engine, once. */
  begin(): void {
    if (this.#begun) return
    this.#begun = true
    void this.#fetch().catch(() => undefined)
  }

  async #fetch(): Promise<void> {
    const thread = await import('../../engine/thread')
    await thread.asked({ what: 'ready' })
    this.#thread = thread
    performance.mark('eclisse-engine') // for whoever measures
  }

  /** An answer; null: there is none here, and the server says why. */
  async ask<Q extends Seen>(question: Q): Promise<Answers[Q['what']] | null> {
    if (!this.#thread) return null
    try {
      return await this.#thread.asked(question)
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'unavailable') this.#thread = null
      return null
    }
  }
}
