/**
 * `node coach.mjs ENGINE SOURCES`: asks the page's coach what `coach.py` has asked Python's, and says for each game the
 * first thing that was answered differently.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { difference } from './compare.mjs'

const [folder, sources] = [resolve(process.argv[2]), resolve(process.argv[3])]
const read = (name) => readFileSync(join(folder, name))
const load = (name) => import(join(sources, name))
const [{ Desk }, { Table }, { Coach }, { hintsOf, doubtOf }, { Review }, { positionOf }] = await Promise.all(
  ['desk.ts', 'table.ts', 'weigh.ts', 'coach.ts', 'review.ts', 'written.ts'].map(load),
)
const CLOSE = 0.01 // the network's last digits may differ, and where it hesitates, so may one of a world's turns

const module = new WebAssembly.Module(read('engine.wasm'))
const desk = new Desk(module, JSON.parse(read('games.json')), new Uint8Array(read('games.bin')))
const coach = new Coach(desk, new Uint16Array(new Uint8Array(read('weights.bin')).buffer))
const ready = async () => true

/** The table of a game after so many decisions. */
function tableOf({ deal, log }, n = log.length) {
  const table = new Table(desk, deal)
  table.extend(log.slice(0, n).map(([seat, action]) => ({ seat, action, by: 'bot', at: 0 })))
  return table
}

async function answer(game, row) {
  const table = tableOf(game, row.number)
  try {
    if (row.do === 'hint') return await hintsOf(coach, table.game, row.seat, row.number, row.games)
    if (row.do === 'doubt') return await doubtOf(coach, table, row.seat, row.action, row.games)
    if (row.do === 'position') return positionOf(table.game)
    const review = new Review(coach, table, row.games)
    while (!review.isWhole) await review.goOn(ready)
    return review.told()
  } finally {
    table.close()
  }
}

async function course(game) {
  for (const row of game.rows) {
    const found = JSON.parse(JSON.stringify(await answer(game, row)))
    const wrong = difference(found, row.answer, '', CLOSE)
    if (wrong) return `${game.deal.game} ${game.deal.modules} ${game.deal.seats}, ${row.do} at ${row.number}${wrong}`
  }
  return ''
}

const found = []
const games = JSON.parse(readFileSync(0))
for (const { deal } of games) desk.kit(deal.game, deal.modules) // these stay
const before = desk.engine.in_use()
for (const game of games) found.push(await course(game))
if (desk.engine.in_use() !== before) found.push(`${desk.engine.in_use() - before} rooms were not given back`)
process.stdout.write(JSON.stringify(found))
