/** Which sentences of the rules hold for a game: chosen and filled in from its facts, so that no number is typed twice. */
import { keyOf } from '../../lib/codes'
import type { Key } from '../../lib/i18n.svelte'
import type { GameFacts, GameRules, RouteFact } from '../../lib/protocol'

export interface Clause {
  key: Key
  params: Record<string, string | number>
  ruling: boolean // the printed rules leave it open
}

export interface Section {
  id: string
  clauses: Clause[]
}

type Facts = Pick<GameFacts, 'rules' | 'seats' | 'tickets' | 'routes'>

const say = (key: Key, params: Clause['params'] = {}): Clause => ({ key, params, ruling: false })
const ruled = (key: Key, params: Clause['params'] = {}): Clause => ({ key, params, ruling: true })
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
    return say('rules.deal-long-first', {
      n: rules.deal_long,
      deal: rules.deal,
      keep: rules.keep,
      more: rules.keep_without_long,
    })
  if (rules.deal_long) return say('rules.deal-long', { n: rules.deal, long: rules.deal_long, keep: rules.keep })
  return say('rules.deal', { n: rules.deal, keep: rules.keep })
}

const pieces = ({ rules }: Facts): Clause =>
  rules.pieces[1]
    ? say('rules.pieces-trams', { n: rules.pieces[0], subways: rules.pieces[1] })
    : say('rules.pieces', { n: rules.pieces[0] })

/** Where first tickets go that nobody kept. */
const unkept = (game: Facts): Clause =>
  say(
    game.rules.unkept_setup === 'shuffled-bottom' && nLong(game)
      ? 'rules.unkept-setup-shuffled-bottom-long'
      : keyOf('rules.unkept-setup', game.rules.unkept_setup),
  )

/** What another game changes in the basic one, told first. */
export function differences(game: Facts, basic: Facts): Clause[] {
  const [here, there] = [game.rules, basic.rules]
  const differs = (...knobs: (keyof GameRules)[]) =>
    knobs.some((knob) => JSON.stringify(here[knob]) !== JSON.stringify(there[knob]))
  const gains = (test: (route: RouteFact) => boolean) => has(game, test) && !has(basic, test)
  return some(
    game.seats.join() !== basic.seats.join() && say('rules.seats', { low: game.seats[0], n: game.seats[1] }),
    differs('pieces') && pieces(game),
    differs('cards') &&
      say('rules.cards', {
        n: total(here.cards),
        locomotives: here.cards.locomotive ?? 0,
        colours: Object.keys(here.cards).length - 1,
      }),
    differs('hand') && say('rules.hand', { n: here.hand }),
    gains(isSubway) && say('rules.subway'),
    gains(isTunnel) && say('rules.tunnel-short', { n: here.tunnel_cards }),
    gains(isFerry) && say('rules.ferry'),
    differs('locomotives_on') && say(keyOf('rules.locomotives', here.locomotives_on)),
    differs('face_up_locomotive') && say(keyOf('rules.face-up', here.face_up_locomotive)),
    differs('draw_needs_deck') && say('rules.no-cards'),
    differs('deal', 'keep', 'deal_long', 'long_first') && dealt(game),
    differs('draw', 'draw_keep') && say('rules.draw-tickets', { n: here.draw, keep: here.draw_keep }),
    differs('unkept_setup') && unkept(game),
    differs('unkept_play') && say(keyOf('rules.unkept-play', here.unkept_play)),
    abroad(game) && !abroad(basic) && say('rules.abroad'),
    differs('stations') && say('rules.stations-short', { n: here.stations, points: here.station_points }),
    differs('both_tracks_from') && say('rules.double-from', { n: here.both_tracks_from }),
    differs('longest') && (here.longest ? say('rules.longest', { n: here.longest }) : say('rules.no-longest')),
    differs('globetrotter') && say('rules.globetrotter', { n: here.globetrotter }),
    bonus(here) && !bonus(there) && say('rules.mandala'),
    differs('last_round_at') &&
      say(here.pieces[1] ? 'rules.last-round-pieces' : 'rules.last-round', { n: here.last_round_at }),
    differs('tie_stations') && say('rules.tie-stations'),
    differs('tie_longest') && say('rules.tie-no-longest'),
  )
}

/** The whole rules of a game, section by section. */
export function sections(game: Facts): Section[] {
  const { rules } = game
  return [
    { id: 'aim', clauses: [say('rules.aim'), say('rules.aim-points')] },
    {
      id: 'setup',
      clauses: some(
        say('rules.seats', { low: game.seats[0], n: game.seats[1] }),
        pieces(game),
        say('rules.cards', {
          n: total(rules.cards),
          locomotives: rules.cards.locomotive ?? 0,
          colours: Object.keys(rules.cards).length - 1,
        }),
        say('rules.hand', { n: rules.hand }),
        nLong(game) > 0
          ? say('rules.tickets-long', { n: game.tickets.length - nLong(game), long: nLong(game) })
          : say('rules.tickets', { n: game.tickets.length }),
        dealt(game),
        unkept(game),
        ruled('rules.first-seat'),
      ),
    },
    { id: 'turn', clauses: some(say(rules.stations ? 'rules.turn-stations' : 'rules.turn'), ruled('rules.pass')) },
    {
      id: 'cards',
      clauses: some(
        say('rules.draw-two'),
        ruled('rules.second-card'),
        say(keyOf('rules.face-up', rules.face_up_locomotive)),
        rules.flush_at > 0 && say('rules.flush', { n: rules.flush_at }),
        say('rules.reshuffle'),
        rules.draw_needs_deck > 0 && say('rules.no-cards'),
      ),
    },
    {
      id: 'claiming',
      clauses: some(
        say('rules.pay'),
        say('rules.pay-gray'),
        say(keyOf('rules.locomotives', rules.locomotives_on)),
        say('rules.claim-any'),
        has(game, isDouble) && say('rules.double'),
        has(game, isDouble) && say('rules.double-from', { n: rules.both_tracks_from }),
        has(game, isFerry) && say('rules.ferry'),
        has(game, isTunnel) && say('rules.tunnel', { n: rules.tunnel_cards }),
        has(game, isTunnel) && say('rules.tunnel-back'),
        has(game, isSubway) && say('rules.subway'),
      ),
    },
    {
      id: 'tickets',
      clauses: some(
        say('rules.draw-tickets', { n: rules.draw, keep: rules.draw_keep }),
        say(keyOf('rules.unkept-play', rules.unkept_play)),
        say('rules.ticket-score'),
        abroad(game) && say('rules.abroad'),
        abroad(game) && ruled('rules.abroad-exit'),
      ),
    },
    {
      id: 'stations',
      clauses: rules.stations
        ? [
            say('rules.stations-build', { n: rules.stations }),
            say('rules.stations-use'),
            ruled('rules.stations-best'),
            say('rules.stations-left', { n: rules.station_points }),
          ]
        : [],
    },
    {
      id: 'end',
      clauses: some(
        say(rules.pieces[1] ? 'rules.last-round-pieces' : 'rules.last-round', { n: rules.last_round_at }),
        rules.longest > 0 && say('rules.longest', { n: rules.longest }),
        rules.longest > 0 && say('rules.longest-path'),
        rules.globetrotter > 0 && say('rules.globetrotter', { n: rules.globetrotter }),
        rules.globetrotter > 0 && ruled('rules.globetrotter-tie'),
        bonus(rules) && say('rules.mandala'),
        say('rules.win'),
        rules.tie_stations > 0 && say('rules.tie-stations'),
        rules.tie_longest > 0 ? say('rules.tie-longest') : say('rules.tie-no-longest'),
        ruled('rules.tie-shared'),
      ),
    },
  ].filter((section) => section.clauses.length > 0)
}

/** The rules of warehouses and depots, from the knobs of a game played with them. */
export const warehouses = (rules: GameRules): Clause[] => [
  say('rules.depot-start', { n: rules.depots }),
  say('rules.depot-place'),
  say('rules.warehouse-fill'),
  say('rules.warehouse-collect'),
  ruled('rules.warehouse-one'),
  say('rules.warehouse-empty'),
  say('rules.depot-bonus', { n: rules.depot_bonus }),
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
