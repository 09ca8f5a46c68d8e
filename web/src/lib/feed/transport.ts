/** The interface over which a table is played: a WebSocket, the engine in the page, a lesson or a puzzle. A table knows no more. */
import type { ClientMessage, FaultInfo, Paths, Plan, RefusalMessage, ServerMessage, Update } from '../protocol'

export type Connection = 'connecting' | 'open' | 'lost' | 'gone'

/** Everything that comes in: the messages of a server, how the connection is, and `afresh`: what follows is no news. */
export type Incoming = ServerMessage | { type: 'connection'; connection: Connection } | { type: 'afresh' }

export type Decision = Omit<Extract<ClientMessage, { type: 'decide' }>, 'type'>

/** Questions about the position that is shown; nothing is decided by it. */
export interface Questions {
  /** The hints of a seat. */
  paths(seat: number): Promise<Paths>
  /** Why a seat cannot claim a route. */
  whyNot(seat: number, route: string): Promise<FaultInfo[]>
  /** The needs of some tickets together, and the cards still out there. */
  plan?(seat: number, tickets: readonly string[]): Promise<Plan>
  /** The chance to win that a decision would give away, if it is a clear mistake. */
  doubt?(action: string): Promise<number | null>
}

export interface Transport extends Questions {
  /** Connect, and hand on whatever comes. */
  open(receive: (message: Incoming) => void): void
  close(): void
  /** Send a decision with those that follow it; an update or a refusal answers. */
  decide(decision: Decision): void
  /** What the answer will be, as far as that is certain before it comes: the update, or the refusal. */
  foresee?(shown: Update, decisions: readonly string[]): Promise<Update | RefusalMessage | null>
  say?(text: string): void
  /** Look from another of your seats (null: your first); all that has happened comes afresh. */
  look?(seat: number | null): void
}
