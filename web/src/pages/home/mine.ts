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

/** Those that wait for you first, then others that are not over, then the rest; each latest first, as a server has them. */
export function ordered(games: readonly MyGame[]): MyGame[] {
  const rank = (game: MyGame) => (game.your_turn || game.rematch_offered ? 0 : isLive(game) ? 1 : 2)
  return games.toSorted((one, other) => rank(one) - rank(other) || other.changed_at - one.changed_at)
}
