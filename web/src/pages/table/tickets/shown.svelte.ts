/** The ticket that is shown on the map: its cities at once, a cheapest way as soon as the server has told it. */
import type { Feed } from '../../../lib/feed/feed.svelte'
import type { Naming } from '../../../lib/naming'
import type { Paths, Update } from '../../../lib/protocol'

export class Shown {
  ticket: string | null = $state(null)
  #feed: Feed
  #names: Naming
  #hints: Paths | null = $state.raw(null)
  #asked: Update | null = null // once for each update, however many tickets are looked at

  constructor(feed: Feed, names: Naming) {
    this.#feed = feed
    this.#names = names
  }

  async show(ticket: string | null): Promise<void> {
    this.ticket = ticket
    const { update } = this.#feed
    if (!ticket || !update || update.seat === null || this.#asked === update) return
    this.#asked = update
    this.#hints = await this.#feed.questions.paths(update.seat).catch(() => (this.#asked = null))
  }

  /** Show a ticket no longer, unless another one is shown by now. */
  hide(ticket: string): void {
    if (this.ticket === ticket) void this.show(null)
  }

  /** The server's answer about it. */
  hint = $derived.by(() => {
    if (!this.#hints || this.#hints.number !== this.#feed.update?.number) return null
    return [...this.#hints.tickets, ...this.#hints.offer].find((one) => one.ticket === this.ticket) ?? null
  })

  /** The cities of a ticket and of its cheapest way; of the countries it may lead to, only the one that way goes to. */
  way(ticket: string): string[] {
    const missing = this.hint?.missing.flatMap((route) => this.#names.routes.get(route)?.cities ?? []) ?? []
    const ends = missing.length ? this.#names.fixed(ticket) : this.#names.ends(ticket)
    return [...ends, ...missing]
  }
}
