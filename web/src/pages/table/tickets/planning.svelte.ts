/** Tickets that were pinned, each seat's own, and what they take together; the server counts it, where it may. */
import { prefs } from '../../../lib/prefs.svelte'
import type { Plan } from '../../../lib/protocol'
import type { Feed } from '../../../lib/feed/feed.svelte'
import { keepPins, readPins, type Pins } from './pins'

const MOST = 8 // tickets in one plan
const NONE: readonly string[] = []

export class Planning {
  /** Whether the cards still out there are being looked at. */
  counting = $state(false)
  #feed: Feed
  #pins: Pins = $state.raw({})
  #told: { seat: number; plan: Plan } | null = $state.raw(null)
  #asked = 0

  constructor(feed: Feed) {
    this.#feed = feed
    if (this.#table) this.#pins = readPins(this.#table)
  }

  get #table(): string {
    return this.#feed.table?.id ?? ''
  }

  get #seat(): number | null {
    const { update, table } = this.#feed
    return update && !update.ending && table?.planning ? update.seat : null
  }
  get pins(): boolean {
    return this.#seat !== null && prefs.pins
  }
  get counts(): boolean {
    return this.#seat !== null && prefs.counts
  }

  /** The tickets that are pinned now; a completed one needs no plan. */
  get pinned(): readonly string[] {
    const done = this.#feed.update?.own?.tickets.filter((one) => one.completed).map((one) => one.ticket)
    return (this.pins && this.#pins[this.#seat!]?.filter((ticket) => !done?.includes(ticket))) || NONE
  }

  /** The server's last answer to this seat; the next one takes its place. */
  get plan(): Plan | null {
    return this.#told && this.#told.seat === this.#seat ? this.#told.plan : null
  }

  get routes(): readonly string[] {
    return this.pinned.length ? (this.plan?.routes ?? NONE) : NONE
  }

  /** Those of them that the hand pays for. */
  get payable(): readonly string[] {
    return this.pinned.length ? (this.plan?.payable ?? NONE) : NONE
  }

  pin(ticket: string): void {
    const seat = this.#seat
    if (seat === null) return
    const others = this.pinned.filter((one) => one !== ticket)
    const pinned = others.length < this.pinned.length ? others : [...others, ticket].slice(-MOST)
    this.#pins = { ...this.#pins, [seat]: pinned }
    if (this.#table) keepPins(this.#table, this.#pins)
    void this.ask()
  }

  /** Ask again: the pins have changed, or the game has. */
  async ask(): Promise<void> {
    const seat = this.#seat
    const asked = ++this.#asked
    if (this.#table && this.#feed.update?.ending) keepPins(this.#table, {})
    if (seat === null || !(this.pinned.length || (this.counts && this.counting))) return
    const plan = (await this.#feed.questions.plan?.(seat, this.pinned).catch(() => null)) ?? null
    if (asked === this.#asked) this.#told = plan && { seat, plan }
  }
}
