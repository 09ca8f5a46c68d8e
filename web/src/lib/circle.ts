/** Circles of the final count: where two separate ways join the cities of a ticket, both are shown. */
import type { Naming } from './naming'
import type { RouteFact, SheetSeat } from './protocol'

type Taken = Map<string, string> // each route of the ways, and the city it leaves

/** The routes of two ways between two cities that share none; empty: there are no two. */
export function twoWays(routes: readonly RouteFact[], from: string, to: string): string[] {
  const taken: Taken = new Map()
  for (let ways = 0; ways < 2; ways++) {
    const more = way(routes, from, to, taken)
    if (!more) return []
    for (const [route, city] of more) if (!taken.delete(route)) taken.set(route, city)
  }
  return [...taken.keys()]
}

/** A short way that may undo parts of those there are: its routes, each with the city it leaves. */
function way(routes: readonly RouteFact[], from: string, to: string, taken: Taken): [string, string][] | null {
  const last = new Map<string, [string, string]>()
  const waiting = [from]
  for (const city of waiting)
    for (const { id, cities } of routes) {
      const other = cities[0] === city ? cities[1] : cities[0]
      if (!cities.includes(city) || other === from || last.has(other) || taken.get(id) === city) continue
      last.set(other, [id, city])
      waiting.push(other)
    }
  const steps: [string, string][] = []
  for (let city = to; city !== from; city = steps.at(-1)![1]) {
    const step = last.get(city)
    if (!step) return null
    steps.push(step)
  }
  return steps
}

/** The routes shown for a ticket in the final count: its way, or both ways of one that lies in a circle. */
export function shownOf(seat: SheetSeat, ticket: SheetSeat['ticket_list'][number], naming: Naming): string[] {
  const way = [...ticket.path, ...ticket.borrowed]
  const [from, to] = naming.tickets.get(ticket.ticket)?.ends ?? []
  if (!ticket.mandala || !from || !to) return way
  const own = seat.route_list.flatMap(({ route }) => naming.routes.get(route) ?? [])
  const both = twoWays(own, from, to)
  return both.length ? both : way
}
