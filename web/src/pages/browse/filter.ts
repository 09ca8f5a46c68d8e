/** Choosing among routes and tickets. */
import { hasWords, type Naming } from '../../lib/naming'
import type { RouteFact, TicketFact } from '../../lib/protocol'

export type Kind = 'tunnel' | 'ferry' | 'subway' | 'double'

/** The peculiarities of a route. */
export function kindOf(route: RouteFact): Kind[] {
  const kinds: Kind[] = []
  if (route.tunnel) kinds.push('tunnel')
  if (route.locomotives) kinds.push('ferry')
  if (route.subway) kinds.push('subway')
  if (route.twin) kinds.push('double')
  return kinds
}

type Routes = Pick<Naming, 'route' | 'soughtRoute'>
type Tickets = Pick<Naming, 'ticket' | 'soughtTicket'>

export interface RouteFilter {
  text: string
  colour: string
  length: string
  kind: string
}

const byName =
  (name: (id: string) => string) =>
  (a: { id: string }, b: { id: string }): number =>
    name(a.id).localeCompare(name(b.id))

/** The routes that a filter leaves, by name; an empty part of it leaves all. */
export function filteredRoutes(routes: RouteFact[], by: RouteFilter, names: Routes): RouteFact[] {
  return routes
    .filter(
      (route) =>
        hasWords(names.soughtRoute(route.id), by.text) &&
        (!by.colour || route.colour === by.colour) &&
        (!by.length || route.length === Number(by.length)) &&
        (!by.kind || kindOf(route).includes(by.kind as Kind)),
    )
    .sort(byName((id) => names.route(id)))
}

/** The tickets that a filter leaves, by name. */
export function filteredTickets<One extends TicketFact>(
  tickets: One[],
  by: { text: string; set: string },
  names: Tickets,
): One[] {
  return tickets
    .filter((ticket) => hasWords(names.soughtTicket(ticket.id), by.text) && (!by.set || ticket.sets.includes(by.set)))
    .sort(byName((id) => names.ticket(id)))
}
