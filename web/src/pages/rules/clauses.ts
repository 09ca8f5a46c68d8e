/** Which sentences of the rules hold for a game: chosen and filled in from its facts, so that no number is typed twice. */
import type { GameFacts, GameRules, RouteFact } from '../../lib/protocol'

export interface Clause {
  key: string // of the sentence, in rules.*.json
  params: Record<string, string | number>
  ruling: boolean // the printed rules leave it open
}

export interface Section {
  id: string
  clauses: Clause[]
}

type Facts = Pick<GameFacts, 'rules' | 'seats' | 'tickets' | 'routes'>

const say = (key: string, params: Clause['params'] = {}): Clause => ({ key, params, ruling: false })
const ruled = (key: string, params: Clause['params'] = {}): Clause => ({ key, params, ruling: true })
const some = (...clauses: (Clause | false)[]): Clause[] => clauses.filter((clause) => clause !== false)

const total = (cards: Record<string, number>) => Object.values(cards).reduce((sum, n) => sum + n, 0)
const has = (facts: Facts, test: (route: RouteFact) => boolean) => facts.routes.some(test)
const isTunnel = (route: RouteFact) => route.tunnel
const isFerry = (route: RouteFact) => route.locomotives > 0
const isSubway = (route: RouteFact) => route.subway
const isDouble = (route: RouteFact) => route.twin !== null
const abroad = (facts: Facts) => facts.tickets.some((ticket) => Object.keys(ticket.worth).length > 0)
const nLong = (facts: Facts) => facts.tickets.filter((ticket) => ticket.long).length
const bonus = (rules: GameRules) => rules.mandala.some((points) => points > 0)

/** The deal of tickets: how many, how many to keep. */
function dealt({ rules }: Facts): Clause {
  if (rules.long_first)
    return say('deal_long_first', {
      n: rules.deal_long,
      deal: rules.deal,
      keep: rules.keep,
      more: rules.keep_without_long,
    })
  if (rules.deal_long) return say('deal_long', { n: rules.deal, long: rules.deal_long, keep: rules.keep })
  return say('deal', { n: rules.deal, keep: rules.keep })
}

const pieces = ({ rules }: Facts): Clause =>
  rules.pieces[1]
    ? say('pieces_trams', { n: rules.pieces[0], subways: rules.pieces[1] })
    : say('pieces', { n: rules.pieces[0] })

/** Where first tickets go that nobody kept. */
const unkept = (game: Facts): Clause =>
  say(
    `unkept_setup_${game.rules.unkept_setup}${game.rules.unkept_setup === 'shuffled-bottom' && nLong(game) ? '_long' : ''}`,
  )

/** What another game changes in the basic one, told first. */
export function differences(game: Facts, basic: Facts): Clause[] {
  const [here, there] = [game.rules, basic.rules]
  const differs = (...knobs: (keyof GameRules)[]) =>
    knobs.some((knob) => JSON.stringify(here[knob]) !== JSON.stringify(there[knob]))
  const gains = (test: (route: RouteFact) => boolean) => has(game, test) && !has(basic, test)
  return some(
    game.seats.join() !== basic.seats.join() && say('seats', { low: game.seats[0], n: game.seats[1] }),
    differs('pieces') && pieces(game),
    differs('cards') &&
      say('cards', {
        n: total(here.cards),
        locomotives: here.cards.locomotive ?? 0,
        colours: Object.keys(here.cards).length - 1,
      }),
    differs('hand') && say('hand', { n: here.hand }),
    gains(isSubway) && say('subway'),
    gains(isTunnel) && say('tunnel_short', { n: here.tunnel_cards }),
    gains(isFerry) && say('ferry'),
    differs('locomotives_on') && say(`locomotives_${here.locomotives_on}`),
    differs('face_up_locomotive') && say(`face_up_${here.face_up_locomotive}`),
    differs('deal', 'keep', 'deal_long', 'long_first') && dealt(game),
    differs('draw', 'draw_keep') && say('draw_tickets', { n: here.draw, keep: here.draw_keep }),
    differs('unkept_setup') && unkept(game),
    differs('unkept_play') && say(`unkept_play_${here.unkept_play}`),
    abroad(game) && !abroad(basic) && say('abroad'),
    differs('stations') && say('stations_short', { n: here.stations, points: here.station_points }),
    differs('both_tracks_from') && say('double_from', { n: here.both_tracks_from }),
    differs('longest') && (here.longest ? say('longest', { n: here.longest }) : say('no_longest')),
    differs('globetrotter') && say('globetrotter', { n: here.globetrotter }),
    bonus(here) && !bonus(there) && say('mandala'),
    differs('last_round_at') && say(here.pieces[1] ? 'last_round_pieces' : 'last_round', { n: here.last_round_at }),
    differs('tie_stations') && say('tie_stations'),
    differs('tie_longest') && say('tie_no_longest'),
  )
}

/** The whole rules of a game, section by section. */
export function sections(game: Facts): Section[] {
  const { rules } = game
  return [
    { id: 'aim', clauses: [say('aim'), say('aim_points')] },
    {
      id: 'setup',
      clauses: some(
        say('seats', { low: game.seats[0], n: game.seats[1] }),
        pieces(game),
        say('cards', {
          n: total(rules.cards),
          locomotives: rules.cards.locomotive ?? 0,
          colours: Object.keys(rules.cards).length - 1,
        }),
        say('hand', { n: rules.hand }),
        nLong(game) > 0
          ? say('tickets_long', { n: game.tickets.length - nLong(game), long: nLong(game) })
          : say('tickets', { n: game.tickets.length }),
        dealt(game),
        unkept(game),
        ruled('first_seat'),
      ),
    },
    { id: 'turn', clauses: some(say(rules.stations ? 'turn_stations' : 'turn'), ruled('pass')) },
    {
      id: 'cards',
      clauses: some(
        say('draw_two'),
        ruled('second_card'),
        say(`face_up_${rules.face_up_locomotive}`),
        rules.flush_at > 0 && say('flush', { n: rules.flush_at }),
        say('reshuffle'),
      ),
    },
    {
      id: 'claiming',
      clauses: some(
        say('pay'),
        say('pay_gray'),
        say(`locomotives_${rules.locomotives_on}`),
        say('claim_any'),
        has(game, isDouble) && say('double'),
        has(game, isDouble) && say('double_from', { n: rules.both_tracks_from }),
        has(game, isFerry) && say('ferry'),
        has(game, isTunnel) && say('tunnel', { n: rules.tunnel_cards }),
        has(game, isTunnel) && say('tunnel_back'),
        has(game, isSubway) && say('subway'),
      ),
    },
    {
      id: 'tickets',
      clauses: some(
        say('draw_tickets', { n: rules.draw, keep: rules.draw_keep }),
        say(`unkept_play_${rules.unkept_play}`),
        say('ticket_score'),
        abroad(game) && say('abroad'),
        abroad(game) && ruled('abroad_exit'),
      ),
    },
    {
      id: 'stations',
      clauses: rules.stations
        ? [
            say('stations_build', { n: rules.stations }),
            say('stations_use'),
            ruled('stations_best'),
            say('stations_left', { n: rules.station_points }),
          ]
        : [],
    },
    {
      id: 'end',
      clauses: some(
        say(rules.pieces[1] ? 'last_round_pieces' : 'last_round', { n: rules.last_round_at }),
        rules.longest > 0 && say('longest', { n: rules.longest }),
        rules.longest > 0 && say('longest_path'),
        rules.globetrotter > 0 && say('globetrotter', { n: rules.globetrotter }),
        rules.globetrotter > 0 && ruled('globetrotter_tie'),
        bonus(rules) && say('mandala'),
        say('win'),
        rules.tie_stations > 0 && say('tie_stations'),
        rules.tie_longest > 0 ? say('tie_longest') : say('tie_no_longest'),
        ruled('tie_shared'),
      ),
    },
  ].filter((section) => section.clauses.length > 0)
}

/** The rules of warehouses and depots, from the knobs of a game played with them. */
export const warehouses = (rules: GameRules): Clause[] => [
  say('depot_start', { n: rules.depots }),
  say('depot_place'),
  say('warehouse_fill'),
  say('warehouse_collect'),
  ruled('warehouse_one'),
  say('warehouse_empty'),
  say('depot_bonus', { n: rules.depot_bonus }),
]

export interface Row {
  length: number
  points: number
}

/** Points by length, for the lengths there are: of trains or trams, and of subways. */
export function scoring(game: Facts): { trains: Row[]; subways: Row[] } {
  const rows = (subway: boolean): Row[] => {
    const found = new Map(
      game.routes.filter((route) => route.subway === subway).map((route) => [route.length, route.points]),
    )
    return [...found].sort(([a], [b]) => a - b).map(([length, points]) => ({ length, points }))
  }
  return { trains: rows(false), subways: rows(true) }
}

/** Bonus by number of tickets connected twice; the last number stands for all higher ones too. */
export function mandala(rules: GameRules): Row[] {
  const last = rules.mandala.findIndex(
    (points, i) => i > 0 && rules.mandala.slice(i).every((later) => later === points),
  )
  return rules.mandala.slice(1, last + 1).map((points, i) => ({ length: i + 1, points }))
}
