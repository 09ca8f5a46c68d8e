/** Who plays alone against bots. */
import type { TableInfo } from '../../../lib/protocol'

/** Whether somebody has the only seat beside those of bots. A bot with a promised number sits where a player has left. */
export const isAlone = (seats: Pick<TableInfo['seats'][number], 'kind' | 'yours' | 'promise'>[]): boolean =>
  seats.filter((seat) => seat.yours).length === 1 &&
  seats.every((seat) => seat.yours || (seat.kind === 'bot' && seat.promise === null))
