/** The engine in a thread of its own: it keeps one table, answers questions, and thinks for the bots. */
import { edition } from '../generated/engine/layout'
import type { Decision, Incoming } from '../lib/feed/transport'
import { Advisor } from './advisor'
import { Desk, type Index } from './desk'
import { Illegal, Refused } from './faults'
import { Host } from './host'
import { append, read, readReview, writeReview } from './kept'
import { answer as answerTo, type Question } from './service'

export type Asked = { n: number } & (
  | { ask: 'open'; id: string }
  | { ask: 'decide'; decision: Decision }
  | { ask: 'look'; seat: number | null }
  | { ask: 'paths'; seat: number }
  | { ask: 'whyNot'; seat: number; route: string }
  | { ask: 'plan'; seat: number; tickets: readonly string[] }
  | { ask: 'question'; question: Question }
)
export type Said =
  | { message: Incoming }
  | { n: number; answer: unknown }
  | { n: number; code: Refused['code']; faults: Illegal['faults'] }

const say = (said: Said) => postMessage(said)
/** A file of the engine, as it was built with this page: the thread is called after where they lie. */
async function file(name: string): Promise<Response> {
  const answer = await fetch(`${self.name}${name}?${edition.BUILD}`)
  if (!answer.ok) throw new Error(`${name} is not there`)
  return answer
}
const bytes = async (name: string) => (await file(name)).arrayBuffer()
/** The same page in other tabs: each tells the others which game it has gone on with. */
const others = new BroadcastChannel('eclisse')
let network: Promise<Uint16Array> | undefined
let host: Host | undefined

const world = {
  send: (message: Incoming) => say({ message }),
  read,
  append: async (...decision: Parameters<typeof append>) => {
    await append(...decision)
    others.postMessage(decision[0])
  },
  weights: () => (network ??= bytes('weights.bin').then((data) => new Uint16Array(data))),
  now: () => Date.now() / 1000,
  sleep: (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, 1000 * seconds)),
}

let desk: Promise<Desk> | undefined
const loaded = (): Promise<Desk> =>
  (desk ??= load().catch((error: unknown) => {
    desk = undefined
    throw error
  }))

async function load(): Promise<Desk> {
  const [module, all, packed] = await Promise.all([
    bytes('engine.wasm').then((data) => WebAssembly.compile(data)),
    file('games.json').then((answer) => answer.json() as Promise<Index>),
    bytes('games.bin'),
  ])
  return new Desk(module, all, new Uint8Array(packed))
}

let advisor: Promise<Advisor> | undefined
/** The coach of this thread. */
const coach = (): Promise<Advisor> =>
  (advisor ??= loaded().then(
    (found) => new Advisor(found, world.weights, { read: readReview, write: writeReview, now: world.now }),
    (error: unknown) => {
      advisor = undefined
      throw error
    },
  ))

async function replied(question: Question): Promise<unknown> {
  switch (question.what) {
    case 'hint':
    case 'doubt':
    case 'review':
    case 'reviewed':
      return (await coach()).answer(question)
    default:
      return answerTo(await loaded(), question)
  }
}

async function open(id: string): Promise<void> {
  const kept = await read(id)
  if (!kept) return say({ message: { type: 'connection', connection: 'gone' } })
  host = new Host(await loaded(), kept, world)
  others.onmessage = ({ data }) => data === id && void host?.follow()
  host.open()
}

async function answer(asked: Asked): Promise<unknown> {
  if (asked.ask === 'open') return open(asked.id)
  if (asked.ask === 'question') return replied(asked.question)
  if (asked.ask === 'decide') return host?.decide(asked.decision)
  if (asked.ask === 'look') return host?.look(asked.seat)
  if (asked.ask === 'paths') return host?.paths(asked.seat)
  if (asked.ask === 'whyNot') return host?.whyNot(asked.seat, asked.route)
  return host?.plan(asked.seat, asked.tickets)
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).then(
    (found) => say({ n: data.n, answer: found }),
    (error: unknown) => {
      if (!(error instanceof Illegal)) return reportError(error)
      say({ n: data.n, code: error instanceof Refused ? error.code : 'invalid', faults: error.faults })
    },
  )
})
