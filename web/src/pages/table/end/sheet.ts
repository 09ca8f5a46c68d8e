/** The final sheet as lines to read out: every source of points, one after the other, seat by seat. */
import { shownOf } from '../../../lib/circle'
import { PARTS } from '../../../lib/codes'
import { coded, t } from '../../../lib/i18n.svelte'
import type { Naming } from '../../../lib/naming'
import type { Sheet, SheetSeat } from '../../../lib/protocol'

export interface Line {
  seat: number
  part: string // of the sheet, such as routes
  text: string
  points: number
  routes: string[] // to show on the map
  cities: string[]
  done?: boolean // of a ticket
}

type Rest = Partial<Pick<Line, 'routes' | 'cities' | 'done'>>
type Part = (seat: SheetSeat, names: Naming) => { text: string; points: number; rest?: Rest }[]

const one = (points: number, text: string, rest: Rest = {}) => (points ? [{ text, points, rest }] : [])

/** The numbers of a seat, which texts name as the sheet does. */
const numbers = (seat: SheetSeat) =>
  Object.fromEntries(Object.entries(seat).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))

/** Parts of which more is to be said than the text `end.PART`. */
const MORE: Partial<Record<string, Part>> = {
  routes: (seat) => [{ text: t('end.routes', { n: seat.route_list.length }), points: seat.routes }],
  tickets: (seat, names) =>
    seat.ticket_list
      .toSorted((a, b) => a.points - b.points)
      .map((one) => ({
        text: names.counted(one.ticket, one.points, one.path),
        points: one.points,
        rest: {
          routes: shownOf(seat, one, names),
          cities: names.ends(one.ticket).slice(0, 2),
          done: one.completed,
        },
      })),
  stations: (seat) => one(seat.stations, t('end.stations', { n: seat.stations_left })),
  borrowed: (seat, names) =>
    seat.borrowed.flatMap(({ station, route }) =>
      route
        ? [
            {
              text: t('end.borrowed', { city: names.city(station), route: names.route(route) }),
              points: 0,
              rest: { routes: [route], cities: [station] },
            },
          ]
        : [],
    ),
  longest: (seat) =>
    one(seat.longest, t('end.longest', { n: seat.longest_path_length }), { routes: seat.longest_path }),
  mandala: (seat, names) => {
    const circles = seat.ticket_list.filter((ticket) => ticket.mandala)
    return one(seat.mandala, t('end.mandala', { n: seat.mandala_tickets }), {
      routes: circles.flatMap((ticket) => shownOf(seat, ticket, names)),
      cities: circles.flatMap((ticket) => names.ends(ticket.ticket)),
    })
  },
}

/** All lines of a sheet. */
export const sheetLines = (sheet: Sheet, names: Naming): Line[] =>
  PARTS.flatMap((part) =>
    sheet.seats.flatMap((of, seat) =>
      (MORE[part]?.(of, names) ?? one(Number(of[part]), coded('end.says', part, numbers(of)))).map(
        ({ text, points, rest }) => ({ seat, part, text, points, routes: [], cities: [], ...rest }),
      ),
    ),
  )
