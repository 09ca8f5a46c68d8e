/** Figures of how somebody plays: of reviewed games, and of those of two places together. */
import type { Figures, Review } from '../lib/protocol'

export type Theme = Figures['lost'][number]['theme']
export type Reviewed = Figures['games'][number]

const TICKETS = ['tickets', 'keep']
const BUILDING = ['claim', 'station', 'depot']
const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length

/** What a mistake was about; `missed` says that another took the route that would have been better to claim. */
function themeOf(taken: string, better: string, missed: boolean): Theme {
  const kinds = [taken, better].map((text) => text.split(' ')[0]!)
  if (kinds.some((kind) => TICKETS.includes(kind))) return 'tickets'
  if (missed) return 'blocking'
  const n = kinds.filter((kind) => BUILDING.includes(kind)).length
  return (['cards', 'timing', 'routes'] as const)[n]!
}

/** Figures of games, and what was lost in them by theme. */
export function figured(games: readonly Reviewed[], mistakes: ReadonlyMap<Theme, readonly number[]>): Figures {
  const boards = [...new Set(games.map(({ board }) => board))].map((board) => {
    const found = games.filter((game) => game.board === board)
    return { board, games: found.length, accuracy: mean(found.map(({ accuracy }) => accuracy)) }
  })
  const lost = [...mistakes].map(([theme, losses]) => ({
    theme,
    mistakes: losses.length,
    loss: losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, games.length),
  }))
  return {
    accuracy: games.length ? mean(games.map(({ accuracy }) => accuracy)) : null,
    games: games.toSorted((one, other) => one.at - other.at),
    boards: boards.sort((one, other) => other.games - one.games || (one.board < other.board ? -1 : 1)),
    lost: lost.sort((one, other) => other.loss - one.loss),
  }
}

export const THEMES: readonly Theme[] = ['tickets', 'blocking', 'timing', 'routes', 'cards']

/** The mistakes of a seat, by theme. */
export function mistakesOf({ moments }: Review, seat: number): [Theme, number][] {
  return moments.flatMap((moment) =>
    moment.seat === seat && moment.sure && moment.better
      ? [[themeOf(moment.action, moment.better.action, moment.better.later.length > 0), moment.loss]]
      : [],
  )
}

/** Figures of different games as those of all of them. */
export function joined(one: Figures, other: Figures): Figures {
  const costs = new Map(THEMES.map((theme) => [theme, [one, other].flatMap((part) => spread(part, theme))]))
  return figured([...one.games, ...other.games], costs)
}

/** The cost of the mistakes of a theme, as so many equal ones. */
function spread({ lost, games }: Figures, theme: Theme): number[] {
  const { mistakes = 0, loss = 0 } = lost.find((row) => row.theme === theme) ?? {}
  return Array<number>(mistakes).fill((loss * games.length) / mistakes)
}
