/** Kinds of your games. */
import type { MyGame } from '../../lib/protocol'

export const FULL = 100 // games in a page of the server
export const KINDS = ['all', 'turn', 'live', 'over'] as const
export type Kind = (typeof KINDS)[number]

const isLive = ({ table }: MyGame) => table.status === 'open' || table.status === 'playing'

/** Whether a game is of a kind. */
export const of =
  (kind: Kind) =>
  (game: MyGame): boolean =>
    kind === 'all' || (kind === 'turn' ? game.your_turn : (kind === 'live') === isLive(game))
