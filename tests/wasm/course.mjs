/**
 * `node course.mjs FOLDER`: plays the games of a list on standard input with the engine of a folder, and says what each
 * of its functions answered on the way, as a hash; `course.py` does the same with the engine that Python runs.
 *
 * A row of the list may name a fault: the function that it names answers wrongly then.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2])
const read = (name) => readFileSync(join(folder, name))
const {
  STATE,
  BOARD,
  FOREST,
  RULES,
  SHEET,
  LOG,
  LOOK,
  NEED,
  NEEDS,
  OPTION,
  REASON,
  SKETCH,
  FLAW,
  LINES,
  TRIAL,
  WEIGHING,
  WHY,
  actions,
  bots,
  changes,
  codes,
  limits,
  reasons,
  sizes,
  sketch,
  weighing,
  whys,
} = await import(join(folder, 'layout.ts'))
const index = JSON.parse(read('games.json'))
const records = read('games.bin')
const module = new WebAssembly.Module(read('engine.wasm'))
const weights = widened(new Uint16Array(new Uint8Array(read('weights.bin')).buffer))
const WRITES = {
  deal: 'state',
  observe: 'view',
  redeal: 'world',
  count: 'sheet',
  link_groups: 'single',
  unseen: 'colours',
  plan: 'plan',
  features: 'features',
  think: 'chances',
  try_worlds: 'won',
} // what functions without an answer write

const MOST_ROUNDS = 9
const MOST_TRIED = 1 << 16 // bytes of what comes of the worlds of a round

/** The bytes of a field. */
const sizeOf = ({ type, shape }) => Number(type.slice(1)) * shape.reduce((n, one) => n * one, 1)

/** Numbers of half the size as the network takes them. */
function widened(halves) {
  const bits = new Uint32Array(halves.length)
  const numbers = new Float32Array(bits.buffer)
  halves.forEach((half, i) => {
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13)
    numbers[i] *= 2 ** 112
  })
  return new Uint8Array(bits.buffer)
}

/** The functions of the engine; one may have a fault: its answer is off by one, or a bit of what it writes is. */
function withFault(exports, fault, at, bytes) {
  const faulty = (...given) => {
    const answer = exports[fault](...given)
    if (answer === undefined) bytes(at[WRITES[fault]], 8)[fault === 'try_worlds' ? 7 : 3] ^= 0x40
    else return typeof answer === 'bigint' ? answer ^ 1n : answer + 1
  }
  return fault ? { ...exports, [fault]: faulty } : exports
}

/** Everything that one game needs. */
function table(row) {
  const instance = new WebAssembly.Instance(module, {})
  const memory = instance.exports.memory
  const bytes = (at, n) => new Uint8Array(memory.buffer, at, n)
  const put = (data) => {
    const at = instance.exports.room(data.length)
    bytes(at, data.length).set(data)
    return at
  }
  const room = (n) => put(new Uint8Array(n))
  const kit = index.games.find((kit) => kit.game === row.game && `${kit.modules}` === `${row.modules}`)
  const at = {
    board: put(records.subarray(kit.board, kit.board + BOARD.size)),
    rules: put(records.subarray(kit.rules, kit.rules + RULES.size)),
    state: room(STATE.size),
    before: room(STATE.size),
    view: room(STATE.size),
    world: room(STATE.size),
    sheet: room(SHEET.size),
    key: put(new Uint8Array(new BigUint64Array(row.key.map(BigInt)).buffer)),
    changed: room(8 * changes.N_NUMBERS),
    out: room(2 * actions.N_ACTIONS),
    weighed: room(2 * actions.N_ACTIONS),
    mask: room(actions.N_ACTIONS),
    features: room(sizes.features),
    single: room(2 * limits.MAX_CITIES),
    double: room(2 * limits.MAX_CITIES),
    routes: room(2 * limits.MAX_ROUTES),
    turn: room(STATE.size),
    tickets: room(2 * 3 * limits.MAX_TICKETS),
    colours: room(2 * codes.N_COLOURS),
    reasons: room(REASON.size * reasons.MOST_REASONS),
    needs: room(NEED.size * limits.MAX_TICKETS),
    plan: room(NEEDS.size),
    ways: room(2 * limits.MAX_ROUTES * sizes.ways),
    ends: room(8 * limits.MAX_ROUTES),
    bots: room(8 * limits.MAX_SEATS),
    logs: room(LOG.size * row.logged),
    weights: put(weights),
    chances: room(4 * actions.N_ACTIONS),
    look: room(LOOK.size),
    forest: room(FOREST.size),
    sketch: room(SKETCH.size),
    flaws: room(FLAW.size * (sketch.MOST_FLAWS + 1)),
    wins: room(4 * limits.MAX_SEATS),
    toCome: room(4 * limits.MAX_SEATS),
    weighing: room(WEIGHING.size),
    trial: room(TRIAL.size),
    lines: room(LINES.size),
    pair: room(8 * 2),
    won: room(MOST_TRIED),
    made: room(MOST_TRIED),
    options: room(OPTION.size * (weighing.SHOWN + 1)),
    whys: room(WHY.size * whys.MOST_FOUND),
  }
  return {
    e: withFault(instance.exports, row.fault, at, bytes),
    at,
    bytes,
    memory,
  }
}

/** Plays one game. */
function course(row) {
  const { e, at, bytes, memory } = table(row)
  const { state, view, board, rules } = at
  const number = (record, { fields }, name) => new Int16Array(memory.buffer, record + fields[name].at, 1)[0]
  const over = () => number(state, STATE, 'phase') === codes.OVER
  const [k0, k1] = row.key.map(BigInt)
  const hashes = {}
  const thoughts = {}
  const think = (name, numbers) => (thoughts[name] ??= []).push(...numbers)
  const note = (name, answer, ...rows) => {
    const hash = (hashes[name] ??= createHash('sha256'))
    hash.update(new BigInt64Array([BigInt(answer ?? 0)]))
    for (const [start, n] of rows) hash.update(bytes(start, n))
    return answer
  }
  const began = e.in_use()
  const deal = () => {
    bytes(state, STATE.size).fill(0)
    note('deal', e.deal(state, board, rules, row.seats, at.key), [state, STATE.size])
  }

  const look = (seat, n) => {
    const nCities = number(board, BOARD, 'n_cities')
    note('redeal', e.redeal(view, board, rules, at.world, seat, at.key), [at.world, STATE.size])
    note('features', e.features(view, board, rules, seat, at.features), [at.features, sizes.features])
    bytes(at.mask, actions.N_ACTIONS).fill(0)
    const weighed = note('mark_usual', e.mark_usual(view, board, rules, seat, at.weighed, at.mask), [
      at.mask,
      actions.N_ACTIONS,
    ])
    note('status', e.status(state, board, rules))
    note('trail', e.trail(state, board, seat, at.routes), [at.routes, 2 * limits.MAX_ROUTES])
    e.link_groups(state, board, seat, at.single, at.double)
    note('link_groups', 0, [at.single, 2 * nCities], [at.double, 2 * nCities])
    const closed = e.closed(state, board, rules, at.routes)
    note('closed', closed, [at.routes, 2 * closed])
    const circles = e.circles(state, board, rules, seat, at.tickets)
    note('circles', circles, [at.tickets, 2 * circles])
    note('count', e.count(state, board, rules, at.sheet), [at.sheet, SHEET.size])
    const ticket = n % number(board, BOARD, 'n_tickets')
    const length = e.ticket_path(state, board, at.sheet, seat, ticket, at.routes)
    note('ticket_path', length, [at.routes, 2 * length])
    note('usual', e.usual(view, board, rules, seat, at.weighed))
    note('impulse', e.impulse(view, board, rules, seat, at.key, n))
    suggest(seat, n)
    judge(n)
    if (weighed > 0) {
      const nRoutes = number(board, BOARD, 'n_routes')
      e.think(at.weights, at.features, 1, at.mask, 1, nRoutes, nCities, at.chances, 1, at.wins, 1, at.toCome, 1)
      think('think', new Float32Array(memory.buffer, at.chances, actions.N_ACTIONS))
      think('think', new Float32Array(memory.buffer, at.wins, limits.MAX_SEATS))
    }
  }

  const suggest = (seat, n) => {
    const asked = [view, board, rules, seat]
    const blank = (start, size) => bytes(start, size).fill(0)
    note('unseen', e.unseen(view, rules, at.colours), [at.colours, 2 * codes.N_COLOURS])
    const claims = Math.min(
      note('claims', e.claims(view, at.turn, ...asked.slice(1), at.routes, at.ways, at.ends)),
      limits.MAX_ROUTES,
    )
    const end = claims ? Number(new BigInt64Array(memory.buffer, at.ends, claims).at(-1)) : 0
    const ways = Math.min(Math.max(end, 0), limits.MAX_ROUTES * sizes.ways)
    note('claims', 0, [at.routes, 2 * claims], [at.ends, 8 * claims], [at.ways, 2 * ways])
    const stations = e.station_ways(view, at.turn, ...asked.slice(1), at.weighed)
    note('station_ways', stations, [at.weighed, 2 * stations])
    const why = blank(at.reasons, REASON.size * reasons.MOST_REASONS)
    note('why_not', e.why_not(...asked, n % actions.N_ACTIONS, at.reasons), [at.reasons, why.length])
    const route = n % number(board, BOARD, 'n_routes')
    note('why_no_claim', e.why_no_claim(...asked, route, at.reasons), [at.reasons, why.length])
    const held = e.held(...asked, at.tickets)
    note('held', held, [at.tickets, 6 * held])
    for (const [name, most] of [
      ['needs', limits.MAX_TICKETS],
      ['offer_needs', limits.MAX_OFFER],
    ]) {
      blank(at.needs, most * NEED.size)
      note(name, e[name](...asked, at.needs), [at.needs, most * NEED.size])
    }
    new Int16Array(memory.buffer, at.tickets, 3).set([0, 1, 2])
    blank(at.plan, NEEDS.size)
    note('plan', e.plan(...asked, at.tickets, 3, at.plan), [at.plan, NEEDS.size])
  }

  const judge = (n) => {
    bytes(at.sketch, SKETCH.size).fill(0)
    const flaws = bytes(at.flaws, FLAW.size * (sketch.MOST_FLAWS + 1)).fill(0)
    new Int16Array(memory.buffer, at.sketch + SKETCH.fields.seats.at, 1)[0] = 2
    new DataView(memory.buffer).setInt32(at.sketch + SKETCH.fields.turns.at, n, true)
    const found = e.settle(at.sketch, board, rules, at.world, sketch.CHECKED, at.flaws)
    note('settle', found, [at.flaws, flaws.length])
  }

  const lookAhead = (seat) => {
    bytes(at.mask, actions.N_ACTIONS).fill(0)
    if (e.mark_usual(view, board, rules, seat, at.weighed, at.mask) < 2) return
    note('begin_look', e.begin_look(at.look, view, board, rules, seat, at.key, 1, at.mask, at.weights))
    for (const until of [2, 3]) {
      while (!note('look_on', e.look_on(at.look, board, rules, at.weights, until, row.line)));
      note('halve', e.halve(at.look))
    }
    note('halve', new BigInt64Array(memory.buffer, at.look + LOOK.fields.choices.at, 1)[0])
  }

  const search = (seat) => {
    bytes(at.forest, FOREST.size).fill(0)
    const asked = [at.forest, view, board, rules, seat, at.key]
    const part = (name) => {
      const { at: from, type, shape } = FOREST.fields[name]
      return [at.forest + from, shape.reduce((n, length) => n * length, Number(type[1]))]
    }
    const n = note('begin_search', e.begin_search(...asked), part('actions'))
    const first = note('grow', e.grow(...asked, 0, sizes.trees, 0, 2), part('sums'))
    note('leave_first', e.leave_first(at.forest, Math.max(2, n - 1)), part('is_active'))
    note('halve_search', e.halve_search(at.forest), part('is_active'))
    note('grow', e.grow(...asked, 1, sizes.trees, first, 1), part('sums'))
    note('best_found', e.best_found(at.forest))
  }

  const weigh = (seat, n) => {
    if (e.usual(view, board, rules, seat, at.weighed) < 2) return
    const asked = [at.weighing, at.trial, at.lines, view, board, rules, seat, at.key, n]
    const chosen = [...new Int16Array(memory.buffer, at.weighed, 2)]
    new BigInt64Array(memory.buffer, at.pair, 2).set(chosen.map(BigInt))
    for (const [name, ...more] of [
      ['begin_weighing', codes.NONE, 64, 0, at.weights],
      ['begin_glance', chosen[0], 16],
      ['begin_comparison', at.pair, 2, 6],
    ]) {
      let due = note(name, e[name](...asked, ...more))
      for (let round = 0; due && round < MOST_ROUNDS; round++) {
        const active = Number(new BigInt64Array(memory.buffer, at.weighing + WEIGHING.fields.n_active.at, 1)[0])
        const [each, size] = [[due, active], due * active * limits.MAX_SEATS * 8]
        bytes(at.won, size).fill(0)
        bytes(at.made, size).fill(0)
        e.try_worlds(...asked.slice(0, 6), 0, at.won, ...each, at.made, ...each, at.weights)
        for (const one of [at.won, at.made]) think('try_worlds', new Float64Array(memory.buffer, one, size / 8))
        due = note('end_round', e.end_round(at.weighing, view, at.won, ...each, at.made, ...each))
      }
      const options = [at.options, OPTION.size * (weighing.SHOWN + 1)]
      bytes(...options).fill(0)
      const rows = Array.from({ length: weighing.SHOWN + 1 }, (_, i) => at.options + i * OPTION.size)
      const parts = (name) => rows.map((row) => [row + OPTION.fields[name].at, sizeOf(OPTION.fields[name])])
      note(
        'read_out',
        e.read_out(at.weighing, view, at.options, weighing.SHOWN + 1),
        ...parts('action'),
        ...parts('exact'),
      )
      for (const [start, n] of ['win', 'points', 'ahead', 'error'].flatMap(parts))
        think('read_out', new Float64Array(bytes(start, n).slice().buffer))
    }
    const two = [at.options + OPTION.size, 2]
    const found = [at.whys, WHY.size * whys.MOST_FOUND]
    bytes(...found).fill(0)
    note('distinct', e.distinct(board, ...two, at.pair, 2), [at.pair, 16])
    note('why_better', e.why_better(view, board, rules, seat, ...two, at.whys), found)
    note('why_hinted', e.why_hinted(view, board, rules, seat, ...two, 0, at.whys), found)
  }

  const playRandomly = () => {
    deal()
    for (let n = 0; !over() && n < row.most; n++) {
      const seat = note('awaited', e.awaited(state))
      const chance = BigInt.asUintN(64, note('siphash', e.siphash(k0, k1, BigInt(n))))
      const nLegal = e.legal(state, board, rules, seat, at.out)
      note('legal', nLegal, [at.out, 2 * nLegal])
      note('due', e.due(state, board, rules, seat))
      note('observe', e.observe(state, view, seat), [view, STATE.size])
      if (n % row.every === 0) look(seat, n)
      if (n === row.ahead) {
        lookAhead(seat)
        search(seat)
        weigh(seat, n)
      }
      note('ask', e.ask(n % bots.NAMES.length, state, view, board, rules, seat, chance))
      const action = note('pick', e.pick(state, board, rules, seat, chance, at.weighed))
      const rows = [[state, STATE.size], [at.changed, 8 * changes.N_NUMBERS]] // prettier-ignore
      if (!note('play', e.play(state, at.before, board, rules, seat, action, at.changed), ...rows)) break
    }
    note('count', e.count(state, board, rules, at.sheet), [at.sheet, SHEET.size])
  }

  const playOn = () => {
    deal()
    const seated = Array.from({ length: limits.MAX_SEATS }, (_, seat) => BigInt((row.first + seat) % bots.NAMES.length))
    new BigInt64Array(memory.buffer, at.bots, limits.MAX_SEATS).set(seated)
    const n = e.play_on(state, view, board, rules, at.bots, k0, k1, 0, at.logs, row.logged)
    note('play_on', n, [state, STATE.size], [at.logs, LOG.size * Math.min(Math.max(n, 0), row.logged)])
  }

  try {
    playRandomly()
    playOn()
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    note(`a trap: ${error.message}`, 1)
  }
  const digests = Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, hash.digest('hex')]))
  return { digests, thoughts, leaked: e.in_use() - began }
}

const rows = JSON.parse(readFileSync(0))
process.stdout.write(JSON.stringify(rows.map(course)))
