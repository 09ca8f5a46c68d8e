/** Depots after the action of a turn: the turn ends by itself, unless some are to follow. */
import type { TableSocket } from '../../lib/socket.svelte'

const NAMES = { drawing: 'table.stop', depots: 'table.end-turn' } as const

/** What passing is called in a phase: only at the start of a turn it passes the turn. */
export const passing = (phase = ''): 'table.pass' | (typeof NAMES)[keyof typeof NAMES] =>
  phase in NAMES ? NAMES[phase as keyof typeof NAMES] : 'table.pass'

export class Placing {
  /** Whether depots are to follow the action of this turn. */
  wanted = $state(false)
  #socket: Pick<TableSocket, 'update' | 'decide'>

  constructor(socket: Pick<TableSocket, 'update' | 'decide'>) {
    this.#socket = socket
  }

  /** Whether it is your turn and depots may follow what you do. */
  possible: boolean = $derived.by(() => {
    const update = this.#socket.update
    if (!update?.own?.legal.length || update.seat === null || ['setup', 'depots'].includes(update.view.phase))
      return false
    return (update.view.seats[update.seat]?.depots ?? 0) > 0
  })

  /** After every update: end the turn; the next one ends by itself again. */
  follow(): void {
    const update = this.#socket.update
    if (!update || update.seat === null) return
    if (!update.view.to_act.includes(update.seat)) this.wanted = false
    const ends = update.view.phase === 'depots' && update.own?.legal.some((one) => one.kind === 'pass')
    if (ends && !this.wanted) this.#socket.decide('pass')
  }
}
