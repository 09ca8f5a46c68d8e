/** The messages of a table that the engine makes, as the server's protocol has them. */
import type { Own, Step } from '../generated/protocol.ts'

export type {
  Affordable,
  Ending,
  Own,
  Paths,
  Pay,
  Plan,
  Sheet,
  SheetSeat,
  Statistics,
  Step,
} from '../generated/protocol.ts'
export type { TicketPath, Update, View } from '../generated/protocol.ts'
export type Legal = Own['legal'][number]
export type Event = Step['events'][number]
