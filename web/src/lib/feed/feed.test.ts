import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Feed } from './feed.svelte'
import { paid, Recorded } from './recorded'
import type { Incoming } from './transport'

const [before, claimed, done, answered] = paid
const PACE = { between: 800, pause: 2 }

/** A feed that shows the first of the recorded updates. */
function showing(pace = PACE) {
  const table = new Recorded()
  const feed = new Feed(table, () => pace)
  table.receive(before)
  return { feed, table }
}
const refusal: Incoming = { type: 'refused', number: 5, code: 'illegal', message: '', faults: [], done: 1 }
const loss: Incoming = { type: 'connection', connection: 'lost' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is shown', () => {
  it('is the present first, and that is no news', () => {
    const { feed } = showing()
    expect([feed.update, feed.fresh, feed.waiting]).toEqual([before, [], 0])
    expect(feed.steps).toEqual(before.steps)
  })

  it('is what you have decided at once, and what others decide after a moment', () => {
    const { feed, table } = showing()
    for (const update of [claimed, done, answered]) table.receive(update)
    expect([feed.update, feed.waiting]).toEqual([done, 1])
    vi.advanceTimersByTime(PACE.between / 2 - 1)
    expect(feed.update).toBe(done)
    vi.advanceTimersByTime(1)
    expect([feed.update, feed.fresh, feed.waiting]).toEqual([answered, answered.steps, 0])
  })

  it('is the present at once for somebody who does not want to wait', () => {
    const { feed, table } = showing({ between: 0, pause: 0 })
    table.receive(claimed)
    table.receive(answered)
    expect(feed.update?.number).toBe(answered.number)
  })

  it('comes faster where much waits, and a skip shows all of it as news', () => {
    const { feed, table } = showing()
    const others = Array.from({ length: 9 }, (_, i) => {
      const number = before.number + 1 + i
      return { ...answered, number, steps: [{ ...answered.steps[0]!, number }] }
    })
    for (const update of others) table.receive(update)
    expect([feed.update?.number, feed.waiting]).toEqual([before.number + 1, 8])
    vi.advanceTimersByTime(PACE.between)
    expect(feed.waiting).toBe(7)
    vi.advanceTimersByTime(PACE.between / 3)
    expect(feed.waiting).toBe(6)
    feed.skip()
    expect([feed.update?.number, feed.waiting, feed.fresh.length]).toEqual([before.number + 9, 0, 6])
    expect(feed.steps.map(({ number }) => number)).toEqual([before, ...others].map(({ number }) => number))
  })

  it('goes on after a lost connection, and nothing is told twice', () => {
    const { feed, table } = showing()
    table.receive(claimed)
    table.receive(loss)
    expect([feed.legal, feed.undo]).toEqual([[], null])
    table.receive({ type: 'connection', connection: 'open' })
    table.receive({ ...done, steps: [...claimed.steps, ...done.steps] })
    expect(feed.fresh).toEqual(done.steps)
    expect(feed.steps).toEqual([before, claimed, done].flatMap(({ steps }) => steps))
  })

  it('is no news after a new beginning', () => {
    const { feed, table } = showing()
    table.receive(claimed)
    table.receive({ type: 'afresh' })
    table.receive(before)
    expect([feed.update, feed.fresh, feed.steps]).toEqual([before, [], before.steps])
  })

  it('is everything at once when something is refused: it may say why', () => {
    const { feed, table } = showing()
    for (const update of [claimed, done, answered]) table.receive(update)
    expect(feed.update).toBe(done)
    table.receive(refusal)
    expect([feed.update?.number, feed.waiting]).toEqual([answered.number, 0])
  })

  it('can be taken back once it is the present', () => {
    const { feed, table } = showing()
    const undoable = (update: typeof done) => ({ ...update, own: { ...update.own!, undo: 'claim a--b' } })
    table.receive(undoable(claimed))
    table.receive(undoable(answered))
    expect([feed.undo, feed.waiting]).toEqual([null, 1])
    vi.advanceTimersByTime(PACE.between)
    expect([feed.undo, feed.waiting]).toEqual(['claim a--b', 0])
  })

  it('is forgotten by whoever looks from another seat', () => {
    const { feed, table } = showing()
    const looked: (number | null)[] = []
    Object.assign(table, { look: (seat: number | null) => looked.push(seat) })
    table.receive(claimed)
    feed.look(1)
    expect([looked, feed.steps]).toEqual([[1], []])
    table.receive(done)
    expect(feed.fresh).toEqual([])
  })

  it('has the time of the server', () => {
    vi.setSystemTime(90_000)
    const { feed, table } = showing()
    table.receive({ ...claimed, clock: { now: 100, deadline: 130 } })
    expect(feed.offset).toBe(10)
  })

  it('is only what a lesson lets one decide', () => {
    const { feed } = showing()
    feed.may = ({ kind }) => kind === 'draw'
    expect(feed.legal.map(({ text }) => text)).toEqual(['draw'])
  })
})

describe('a claim and its payment', () => {
  it('are one message, and on their way until both are shown', () => {
    const { feed, table } = showing()
    feed.decide('claim a--b', ['pay 1 locomotive'])
    feed.decide('draw')
    expect(table.sent).toEqual([
      { number: before.number, action: 'claim a--b', then: ['pay 1 locomotive'], seat: 0, pause: 2 },
    ])
    table.receive(claimed)
    expect([feed.busy, feed.update?.view.phase]).toEqual([true, 'paying'])
    expect(feed.undo).toBeNull()
    table.receive(done)
    expect(feed.busy).toBe(false)
  })

  it('are on their way still when others decide in the meantime', () => {
    const { feed, table } = showing({ between: 0, pause: 0 })
    feed.decide('claim a--b', ['pay 1 locomotive'])
    const others = (number: number) => ({ ...answered, number, steps: [{ ...answered.steps[0]!, number }] })
    for (const number of [1, 2]) table.receive(others(before.number + number))
    expect(feed.busy).toBe(true)
  })

  it('are on their way no longer once one is refused, or the connection is lost', () => {
    for (const message of [refusal, loss]) {
      const { feed, table } = showing()
      feed.decide('claim a--b', ['pay 9 red'])
      table.receive(claimed)
      table.receive(message)
      expect(feed.busy).toBe(false)
      expect(feed.refusal).toBe(message.type === 'refused' ? message : null)
    }
  })

  it('are not sent over a lost connection', () => {
    const { feed, table } = showing()
    table.receive(loss)
    feed.decide('draw')
    expect([table.sent, feed.busy]).toEqual([[], false])
  })
})

describe('what the answer will be', () => {
  /** A feed that has decided, and is told at once what that will come to. */
  async function foreseeing(told: unknown = { ...done, steps: [...claimed.steps, ...done.steps] }) {
    const shown = showing()
    Object.assign(shown.table, { foresee: () => Promise.resolve(told) })
    shown.feed.decide('claim a--b', ['pay 1 locomotive'])
    await Promise.resolve()
    await vi.waitFor(() => expect([done.number, before.number]).toContain(shown.feed.update?.number))
    return shown
  }

  it('is shown before it comes, with nothing to decide yet, and told once', async () => {
    const { feed, table } = await foreseeing()
    expect([feed.update?.number, feed.busy, feed.legal]).toEqual([done.number, true, []])
    const { fresh } = feed
    expect(fresh).toEqual([...claimed.steps, ...done.steps])
    table.receive(claimed)
    expect([feed.update?.number, feed.busy]).toEqual([done.number, true])
    table.receive(done)
    expect([feed.update, feed.busy]).toEqual([done, false])
    expect(feed.fresh).toBe(fresh)
    expect(feed.steps).toEqual([before, claimed, done].flatMap(({ steps }) => steps))
    table.receive(answered)
    vi.advanceTimersByTime(PACE.between)
    expect([feed.update, feed.fresh]).toEqual([answered, answered.steps])
  })

  it('is taken back by a refusal, and by a lost connection', async () => {
    for (const message of [refusal, loss]) {
      const { feed, table } = await foreseeing()
      table.receive(message)
      expect([feed.update, feed.steps, feed.busy]).toEqual([before, before.steps, false])
    }
  })

  it('is a refusal, said at once', async () => {
    const { feed, table } = await foreseeing({ ...refusal, done: 0 })
    expect([feed.refusal?.code, feed.update, feed.busy]).toEqual(['illegal', before, true])
    table.receive(refusal)
    expect(feed.busy).toBe(false)
  })

  it('is not waited for', async () => {
    const { feed, table } = showing()
    let tell = (_: unknown): void => undefined
    Object.assign(table, { foresee: () => new Promise((told) => (tell = told)) })
    feed.decide('claim a--b', ['pay 1 locomotive'])
    table.receive(claimed)
    table.receive(done)
    tell({ ...answered, number: 99 })
    await Promise.resolve()
    expect(feed.update).toEqual(done)
  })
})

describe('others', () => {
  const line = (id: number, seat: number | null, name: string) => ({ id, seat, name, text: 'hello', at: 0 })
  const lines = [line(1, 0, 'Ann'), line(2, 1, 'Bob'), line(3, null, 'Bob'), line(4, 1, 'Cy')]

  it('are read until somebody wants to read one of them no more', () => {
    const { feed, table } = showing()
    table.receive({ type: 'chat', number: 5, lines: lines.slice(0, 1) })
    table.receive({ type: 'chat', number: 5, lines: lines.slice(1) })
    expect(feed.chat).toEqual(lines)
    feed.hush(lines[1]!)
    expect(feed.chat.map(({ id }) => id)).toEqual([1, 3, 4])
  })

  it('wait for a seat until the next decision', () => {
    const { feed, table } = showing()
    table.receive({ type: 'nudge', number: before.number, seat: 1 })
    table.receive({ ...before, steps: [] })
    expect(feed.nudged?.seat).toBe(1)
    table.receive(claimed)
    expect(feed.nudged).toBeNull()
  })
})
