/** A table that this browser keeps by itself: the engine works in a thread of its own. */
import { t } from '../lib/i18n.svelte'
import type { Decision, Incoming, Transport } from '../lib/feed/transport'
import type { FaultInfo, Paths, Plan } from '../lib/protocol'
import { read } from './kept'
import { asked, Thread } from './thread'

export class LocalTable implements Transport {
  readonly #id: string
  readonly #thread = new Thread((message) => this.#receive(worded(message)))
  #receive: (message: Incoming) => void = () => undefined

  constructor(id: string) {
    this.#id = id
  }

  open(receive: (message: Incoming) => void): void {
    this.#receive = receive
    void this.#thread.ask({ ask: 'open', id: this.#id }).catch(() => undefined)
  }

  close(): void {
    this.#thread.close()
  }

  decide(decision: Decision): void {
    void this.#thread.ask({ ask: 'decide', decision }).catch(() => undefined)
  }

  look(seat: number | null): void {
    void this.#thread.ask({ ask: 'look', seat }).catch(() => undefined)
  }

  paths = (seat: number) => this.#thread.ask<Paths>({ ask: 'paths', seat })
  whyNot = (seat: number, route: string) => this.#thread.ask<FaultInfo[]>({ ask: 'whyNot', seat, route })
  /** The coach thinks in the thread of questions, so that the table answers meanwhile. */
  doubt = async (action: string): Promise<number | null> => {
    const kept = await read(this.#id)
    return kept ? (await asked({ what: 'doubt', kept, action })).loss : null
  }
  plan = (seat: number, tickets: readonly string[]) =>
    this.#thread.ask<Plan>({ ask: 'plan', seat, tickets: [...tickets] })
}

/** A server would ask to reload; here it is the browser's room that lacks. */
const worded = (message: Incoming): Incoming =>
  message.type === 'refused' && message.code === 'unavailable'
    ? { ...message, faults: [], message: t('alone.not-stored') }
    : message
