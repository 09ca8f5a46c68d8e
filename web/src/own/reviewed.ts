/** How you play, from the reviews of the games that this browser keeps. */
import { readAll, reviewsOf } from '../engine/kept'
import { gameFacts } from '../lib/api'
import type { Figures } from '../lib/protocol'
import { figured, mistakesOf, type Reviewed, type Theme, THEMES } from './figures'

/** Your figures in the reviewed games of this browser in which you held one seat. */
export async function ownFigures(): Promise<Figures> {
  const [kept, reviews] = await Promise.all([readAll(), reviewsOf()])
  const games: Reviewed[] = []
  const lost = new Map<Theme, number[]>(THEMES.map((theme) => [theme, []]))
  for (const { id, deal, seats, createdAt } of kept) {
    const own = seats.flatMap(({ kind }, seat) => (kind === 'player' ? [seat] : []))
    const review = reviews.get(id)
    const accuracy = review?.accuracy[own[0]!]
    if (!review || own.length !== 1 || typeof accuracy !== 'number') continue
    const { board } = await gameFacts(deal.game, deal.modules)
    games.push({ table: id, board, at: createdAt, accuracy })
    for (const [theme, loss] of mistakesOf(review, own[0]!)) lost.get(theme)!.push(loss)
  }
  return figured(games, lost)
}
