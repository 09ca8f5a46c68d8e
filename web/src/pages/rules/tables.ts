/** The tables of a game's rules, from its facts. */
import type { GameFacts, GameRules } from '../../lib/protocol'

export interface Row {
  length: number
  points: number
}

/** Points by length, for the lengths there are: of trains or trams, and of subways. */
export function scoring(game: Pick<GameFacts, 'routes'>): { trains: Row[]; subways: Row[] } {
  const rows = (subway: boolean): Row[] => {
    const found = new Map(
      game.routes.filter((route) => route.subway === subway).map((route) => [route.length, route.points]),
    )
    return [...found].sort(([a], [b]) => a - b).map(([length, points]) => ({ length, points }))
  }
  return { trains: rows(false), subways: rows(true) }
}

/** Bonus by number of tickets connected twice, if there is one; the last number stands for all higher ones too. */
export function mandala(rules: GameRules): Row[] {
  if (!rules.mandala.some((points) => points > 0)) return []
  const last = rules.mandala.findIndex(
    (points, i) => i > 0 && rules.mandala.slice(i).every((later) => later === points),
  )
  return rules.mandala.slice(1, last + 1).map((points, i) => ({ length: i + 1, points }))
}
