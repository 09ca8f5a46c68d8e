/** `node figures.mjs SOURCES`: how somebody plays, as the page works it out of reviewed games, in two parts and joined. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const { figured, joined, mistakesOf, THEMES } = await import(join(resolve(process.argv[2]), '../own/figures.ts'))

/** The figures of some games. */
function figures(games) {
  const lost = new Map(THEMES.map((theme) => [theme, []]))
  const rated = games.filter(({ review, seat }) => review.accuracy[seat] !== null)
  for (const { review, seat } of rated) for (const [theme, loss] of mistakesOf(review, seat)) lost.get(theme).push(loss)
  return figured(
    rated.map(({ table, board, at, seat, review }) => ({ table, board, at, accuracy: review.accuracy[seat] })),
    lost,
  )
}

const courses = JSON.parse(readFileSync(0))
const told = courses.map((games) => [
  figures(games),
  joined(figures(games.slice(0, games.length / 2)), figures(games.slice(games.length / 2))),
])
process.stdout.write(JSON.stringify(told))
