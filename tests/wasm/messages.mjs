/**
 * `node messages.mjs ENGINE SOURCES [FAULTS]`: does at a table of the page's engine what `messages.py` has done at one of
 * the server's, and says for each game the first thing that was answered differently.
 *
 * A fault such as `needs` makes one exported function answer wrongly; of several, each has its own run.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { difference } from './compare.mjs'

const [folder, sources] = [resolve(process.argv[2]), resolve(process.argv[3])]
const faults = (process.argv[4] ?? '').split(',')
const read = (name) => readFileSync(join(folder, name))
const load = (name) => import(join(sources, name))
const [{ Desk }, { Table }, { Bots }, hints] = await Promise.all(
  ['desk.ts', 'table.ts', 'bots.ts', 'hints.ts'].map(load),
)
const { Refused } = await load('faults.ts')
const { foreseen, seenGame } = await load('seen.ts')
const { bots } = await load('../generated/engine/layout.ts')
const module = new WebAssembly.Module(read('engine.wasm'))
const halves = new Uint16Array(new Uint8Array(read('weights.bin')).buffer)

/** A desk whose engine may have a fault: an answer is off by one, or a bit of what is written last is. */
function newDesk(fault) {
  const desk = new Desk(module, JSON.parse(read('games.json')), new Uint8Array(read('games.bin')))
  if (!fault) return desk
  const { engine } = desk
  const faulty = (...given) => {
    const answer = engine[fault](...given)
    if (answer === undefined) new Uint8Array(engine.memory.buffer, given.at(-1), 4)[2] ^= 1
    else return typeof answer === 'bigint' ? answer ^ 1n : answer > 0 ? answer - 1 : 1
  }
  Object.defineProperty(desk, 'engine', {
    value: { ...engine, [fault]: faulty },
  })
  return desk
}

/** What the page's engine answers. */
async function answer(table, own, row) {
  const { game, number } = table
  if (row.do === 'bot') return own.choose(game, row.seat, bots.LEVELS[row.bot] ?? row.bot)
  if (row.do === 'paths') return hints.pathsOf(game, row.seat, number)
  if (row.do === 'whyNot') return hints.whyNot(game, row.seat, row.route)
  if (row.do === 'plan') return hints.planOf(game, row.seat, row.tickets, number)
  if (row.do === 'look') {
    const { clock: _, ...update } = table.update(row.seat, row.since, 0)
    return update
  }
  try {
    table.decide({ seat: row.seat, action: row.action, by: row.by, at: row.at }, row.number)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, faults: error.faults }
  }
}

const copied = (value) => JSON.parse(JSON.stringify(value))

/** What the page says of a game that another keeps, from the last update alone, and what the table says. */
function* seen(desk, table, row) {
  if (!['paths', 'whyNot', 'plan', 'look'].includes(row.do) || row.seat === null) return
  const { number, view, own } = copied(table.update(row.seat, null, 0))
  const game = seenGame(desk, view)
  if (row.do === 'paths') yield [hints.pathsOf(game, row.seat, number), row.answer]
  if (row.do === 'whyNot') yield [hints.whyNot(game, row.seat, row.route), row.answer]
  if (row.do === 'plan') yield [hints.planOf(game, row.seat, row.tickets, number), row.answer]
  if (row.do === 'look' && !['setup', 'over'].includes(view.phase)) {
    yield [game.view(row.seat), view]
    yield [hints.ownOf(game, row.seat, own.undo), own]
  }
  game.close()
}

const share = { n: 0, told: 0 } // decisions that were made, and how many of them were foretold

/** What the page foretells of a decision, from the last update alone. */
function foretold(desk, table, { seat, action, number, ...row }) {
  if (row.do !== 'decide' || number !== table.number) return null
  const told = foreseen(desk, copied(table.update(seat, null, 0)), [action])
  if (row.answer === null) share.n++
  if (row.answer === null && told) share.told++
  return told
}

/** The same from the table, once it has decided. */
function cameTrue(table, told, { seat, answer }) {
  if (told.type === 'refused') return [{ code: told.code, faults: told.faults }, answer]
  const update = copied(table.update(seat, table.number - 1, 0))
  const [step] = update.steps
  const steps = [{ ...step, at: told.steps[0].at, by: 'player' }]
  return [told, { ...update, steps, own: { ...update.own, undo: null } }]
}

/** Plays one game; says what differs first, or nothing. */
async function course({ deal, rows }, fault) {
  const desk = newDesk(fault)
  const table = new Table(desk, deal)
  const own = new Bots()
  own.learn(table.game, halves)
  for (const [i, row] of rows.entries()) {
    const told = foretold(desk, table, row)
    const pairs = [[await answer(table, own, row), row.answer], ...seen(desk, table, row)]
    if (told) pairs.push(cameTrue(table, told, row))
    const wrong = pairs.map(([one, other]) => difference(copied(one), copied(other))).find(Boolean)
    if (wrong) return `${deal.game} ${deal.modules} ${deal.seats}, row ${i} (${row.do} ${row.action ?? ''})${wrong}`
  }
  return ''
}

/** A course that a fault has led astray ends there. */
async function checked(game, fault) {
  try {
    return await course(game, fault)
  } catch (error) {
    return `${game.deal.game}: ${error.stack}`
  }
}

const games = JSON.parse(readFileSync(0))
const found = []
for (const fault of faults) for (const game of games) found.push(await checked(game, fault))
process.stdout.write(JSON.stringify(found))
if (share.n && !faults[0]) process.stderr.write(`${share.told} of ${share.n} decisions foretold\n`)
