/**
 * `node --test host.mjs` with ENGINE and SOURCES in the environment: whoever keeps a table in the page judges, stores, and
 * only then tells; here the world around it (a store, a clock, whoever listens) is in the test's hands.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const { ENGINE, SOURCES } = process.env
const load = (name) => import(join(SOURCES, name))
const [{ Desk }, { Host }, { infoOf, scoresOf }, { Overtaken }, { Advisor }] = await Promise.all(
  ['desk.ts', 'host.ts', 'info.ts', 'kept.ts', 'advisor.ts'].map(load),
)
const read = (name) => readFileSync(join(ENGINE, name))
const module = new WebAssembly.Module(read('engine.wasm'))
const index = JSON.parse(read('games.json'))
const records = new Uint8Array(read('games.bin'))

const PERSON = { kind: 'player', name: 'Ann', level: null }
const BOT = { kind: 'bot', name: 'Bo', level: 'beginner' }
const KEY = '0'.repeat(32)
const CARDS = { red: 6, blue: 6, green: 6 }
/** A turn in which a route can be claimed, which tells nobody anything hidden. */
const TABLE = { market: Array(5).fill('white'), deck: { pink: 9 }, last_round_by: null, key: KEY }
const TURN = { game: 'usa', seats: 2, to_move: 0, phase: 'main', hands: [CARDS, {}], ...TABLE }

/** A table with its host, and all that it says, stores and waits for. */
function opened(other, position) {
  const deal = { game: 'usa', modules: [], seats: 2, key: KEY, ...(position && { position }) }
  const rest = { planning: true, createdAt: 0, log: [], scores: null, rematch: null }
  const world = {
    told: [],
    naps: [],
    time: 100,
    kept: { id: 'one', deal, seats: [PERSON, other], ...rest },
    store: (entry) => (world.kept = { ...world.kept, log: [...world.kept.log, entry] }),
    send: (message) => world.told.push(structuredClone(message)),
    read: async () => world.kept,
    append: async (_id, _n, entry) => world.store(entry),
    now: () => world.time,
    sleep: (seconds) => new Promise((resolve) => (seconds ? world.naps.push({ seconds, resolve }) : resolve())),
  }
  const host = new Host(new Desk(module, index, records), world.kept, world)
  host.open()
  return { host, world, last: (type) => world.told.findLast((message) => message.type === type) }
}

/** Until something is so; whatever the host has to do takes a few turns of the loop. */
async function until(done) {
  for (let i = 0; i < 1000 && !done(); i++) await new Promise(setImmediate)
  assert.ok(done())
}

const decision = (number, action, more = {}) => ({ number, action, then: [], seat: 0, pause: 0, ...more })
const claim = ({ own }) => own.legal.find(({ kind }) => kind === 'claim').text

test('a decision is told once it is stored', async () => {
  const { host, world, last } = opened({ ...PERSON, name: 'Bob' })
  let stored
  world.append = (_id, _n, entry) => new Promise((done) => (stored = () => done(world.store(entry))))
  const decided = host.decide(decision(0, 'keep 1 2'))
  await until(() => stored)
  assert.equal(last('update').number, 0)
  stored()
  await decided
  assert.equal(last('update').number, 1)
})

test('a decision that cannot be stored never was', async () => {
  const { host, world, last } = opened({ ...PERSON, name: 'Bob' })
  world.append = () => Promise.reject(new Error('the disk is full'))
  await host.decide(decision(0, 'keep 1 2'))
  assert.deepEqual([last('refused').code, last('update').number], ['unavailable', 0])
  world.append = async (_id, _n, entry) => world.store(entry)
  await host.decide(decision(0, 'keep 1 2'))
  assert.equal(last('update').number, 1)
})

test('what another tab has decided is taken over, and told afresh', async () => {
  const { host, world, last } = opened({ ...PERSON, name: 'Bob' })
  world.append = () => {
    world.store({ seat: 1, action: 'keep 2 3', by: 'player', at: 1 })
    return Promise.reject(new Overtaken())
  }
  await host.decide(decision(0, 'keep 1 2'))
  assert.equal(last('refused').code, 'stale')
  assert.ok(world.told.some(({ type }) => type === 'afresh'))
  assert.deepEqual([last('update').number, last('update').view.seats[1].chosen], [1, true])
})

test('nobody decides for a bot', async () => {
  const { host, last } = opened(BOT, TURN)
  await host.decide(decision(0, 'draw', { seat: 1 }))
  assert.deepEqual([last('refused').code, last('update').number], ['not_your_seat', 0])
})

test('of several decisions those before a refused one stay done', async () => {
  const { host, last } = opened(BOT, TURN)
  await host.decide(decision(0, 'draw', { then: ['claim nowhere--else'] }))
  assert.deepEqual([last('refused').done, last('update').number], [1, 1])
})

test('bots wait while a decision can be taken back', async () => {
  const { host, world, last } = opened(BOT, TURN)
  await host.decide(decision(0, claim(last('update')), { pause: 3 }))
  const { number, own, view } = last('update')
  if (view.phase === 'paying') await host.decide(decision(number, own.legal[0].text, { pause: 3 }))
  await until(() => world.naps.length)
  const claimed = last('update').number
  assert.deepEqual([world.naps[0].seconds, last('update').own.undo !== null], [3, true])
  await host.decide(decision(claimed, 'undo'))
  world.time += 3
  world.naps[0].resolve()
  await new Promise(setImmediate)
  assert.equal(last('update').number, claimed + 1)
})

test('bots decide once the time to take a decision back is over', async () => {
  const { host, world, last } = opened(BOT, TURN)
  await host.decide(decision(0, claim(last('update')), { pause: 3 }))
  const { number, own, view } = last('update')
  if (view.phase === 'paying') await host.decide(decision(number, own.legal[0].text, { pause: 3 }))
  await until(() => world.naps.length)
  const claimed = last('update').number
  world.time += 3
  world.naps[0].resolve()
  await until(() => last('update').number > claimed)
  assert.equal(last('update').steps[0].by, 'bot')
})

test('whoever shares the win is first, and nobody else is', () => {
  const sheet = (totals, winners) => ({ seats: totals.map((total) => ({ total })), winners })
  const places = (...given) => scoresOf(sheet(...given)).map(({ place }) => place)
  assert.deepEqual(places([9, 9, 4], [0, 1]), [1, 1, 3])
  assert.deepEqual(places([9, 9, 4], [1]), [2, 1, 3])
})

test('the key of a deal is told once the game is over', () => {
  const { world } = opened(BOT)
  assert.equal(infoOf(world.kept).key, null)
  const scores = [9, 4].map((points, i) => ({ points, place: i + 1 }))
  assert.deepEqual([infoOf({ ...world.kept, scores }).key, infoOf({ ...world.kept, scores }).status], [KEY, 'over'])
})

test('the coach helps those who play alone against bots, in their turn, and reviews what is over', async () => {
  const weights = async () => new Uint16Array(new Uint8Array(read('weights.bin')).buffer)
  const shelf = { read: async () => undefined, write: async () => undefined, now: () => 0 }
  const advisor = new Advisor(new Desk(module, index, records), weights, shelf)
  const ask = (what, other, position) => advisor.answer({ what, kept: opened(other, position).world.kept, action: 'fly' })
  await assert.rejects(ask('hint', { ...PERSON, name: 'Bob' }, TURN), { code: 'not_allowed' })
  await assert.rejects(ask('hint', BOT, { ...TURN, to_move: 1 }), { code: 'not_your_turn' })
  await assert.rejects(ask('doubt', BOT, TURN), { code: 'illegal' })
  await assert.rejects(ask('review', BOT, TURN), { code: 'not_over' })
  const { number, hints } = await ask('hint', BOT, TURN)
  assert.deepEqual([number, hints.length > 1, hints[0].win.length], [0, true, 2])
})
