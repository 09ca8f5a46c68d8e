/** Updates as a server has sent them (`web/build/record.py`), and a transport that plays them back. */
import type { Update } from '../../protocol'
import type { Decision, Incoming, Transport } from '../transport'
import depotsFile from './depots.json'
import paidFile from './paid.json'
import tunnelFile from './tunnel.json'

type Four = [Update, Update, Update, Update]
export const paid = paidFile as unknown as Four // the other's turn, a claim, its payment, the other's turn
export const tunnel = tunnelFile as unknown as [Update, Update, Update] // a turn, a claim, a surcharge
export const depots = depotsFile as unknown as Four // a turn, an offer, a depot may follow, the other's turn

export class Recorded implements Transport {
  readonly sent: Decision[] = []
  receive: (message: Incoming) => void = () => undefined

  open(receive: (message: Incoming) => void): void {
    this.receive = receive
    receive({ type: 'connection', connection: 'open' })
  }

  close(): void {}

  decide(decision: Decision): void {
    this.sent.push(decision)
  }

  paths(): Promise<never> {
    return Promise.reject(new Error('nothing of that was recorded'))
  }

  whyNot(): Promise<never> {
    return this.paths()
  }
}
