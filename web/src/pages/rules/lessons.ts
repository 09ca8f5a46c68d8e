/** Which lessons show the special rules of a game. */
import type { GameFacts } from '../../lib/protocol'
import type { LESSONS } from '../learn/lessons'

type Name = (typeof LESSONS)[number]
type Facts = Pick<GameFacts, 'rules' | 'tickets' | 'routes'>

const SHOWS: [Name, (game: Facts) => boolean][] = [
  ['tunnels', ({ routes }) => routes.some((route) => route.tunnel)],
  ['ferries', ({ routes }) => routes.some((route) => route.locomotives > 0)],
  ['stations', ({ rules }) => rules.stations > 0],
  ['countries', ({ tickets }) => tickets.some((ticket) => Object.keys(ticket.worth).length > 0)],
  ['mandala', ({ rules }) => rules.mandala.some((points) => points > 0)],
  ['subways', ({ routes }) => routes.some((route) => route.subway)],
]

/** The lessons of a game's special rules; of a game without any, the first game. */
export function lessonsOf(game: Facts): Name[] {
  const special = SHOWS.filter(([, shows]) => shows(game)).map(([name]) => name)
  return special.length ? special : ['first']
}
