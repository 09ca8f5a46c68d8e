import { expect, it, vi } from 'vitest'
import { paid } from './recorded'
import type { Incoming } from './transport'

interface Question {
  body: { decisions: string[]; since: number | null }
  answer: (answer: unknown) => void
  refuse: (error: Error) => void
}

// Questions to the engine in the page; it answers when a test says so.
const asked = vi.hoisted((): Question[] => [])
vi.mock('../../engine/thread', () => ({
  asked: ({ body }: Pick<Question, 'body'>) => new Promise((answer, refuse) => asked.push({ body, answer, refuse })),
}))
// Where the page is: nowhere, in a test without a browser.
vi.stubGlobal('document', { baseURI: 'http://here/' })
vi.stubGlobal('location', new URL('http://here/'))
const { Refused } = await import('../api')
const { Sandbox } = await import('./sandbox')

/** The n-th question since the position was shown, once it has been asked. */
const question = (n: number): Promise<Question> => vi.waitUntil(() => asked[n])

/** A position at which one begins; whatever is asked about it waits for an answer. */
async function begun() {
  const told: Incoming[] = []
  const sandbox = new Sandbox()
  sandbox.open((message) => told.push(message))
  asked.length = 0
  const done = sandbox.begin({ game: 'berlin', seats: 2 }, ['Ann', 'Bob'])
  ;(await question(0)).answer({ paths: { number: 0, tickets: [], offer: [] }, updates: [paid[0]] })
  await done
  asked.length = 0
  return { sandbox, shown: () => told.filter(({ type }) => type === 'update'), told }
}
const played = (update: (typeof paid)[number]) => ({ paths: { number: 0, tickets: [], offer: [] }, updates: [update] })

it('shows a position afresh, and nothing of it is to be taken back', async () => {
  const { told, shown } = await begun()
  expect(told.map(({ type }) => type)).toEqual(['connection', 'table', 'afresh', 'update'])
  expect(shown()).toEqual([{ ...paid[0], own: { ...paid[0].own!, undo: null } }])
})

it('asks for all decisions so far, and for what is new', async () => {
  const { sandbox } = await begun()
  const done = sandbox.perform(['claim a--b', 'pay 1 red'])
  expect((await question(0)).body).toMatchObject({ decisions: ['claim a--b', 'pay 1 red'], since: paid[0].number })
  ;(await question(0)).answer(played(paid[2]))
  await done
  void sandbox.perform(['draw'])
  expect((await question(1)).body).toMatchObject({
    decisions: ['claim a--b', 'pay 1 red', 'draw'],
    since: paid[2].number,
  })
})

it('shows the answer to the last question only', async () => {
  const { sandbox, shown } = await begun()
  const [first, second] = [sandbox.perform(['draw']), sandbox.perform(['claim a--b'])]
  ;(await question(1)).answer(played(paid[2]))
  await second
  ;(await question(0)).answer(played(paid[1]))
  await first
  expect(shown().map((update) => 'number' in update && update.number)).toEqual([paid[0].number, paid[2].number])
  expect(sandbox.decisions).toEqual(['claim a--b'])
})

it('tells a refusal, and forgets what was refused', async () => {
  const { sandbox, told } = await begun()
  const done = sandbox.perform(['fly'])
  ;(await question(0)).refuse(new Refused('offline', 'the server does not answer'))
  await done
  expect(told.at(-1)).toMatchObject({ type: 'refused', code: 'unavailable', done: 0 })
  expect(sandbox.decisions).toEqual([])
})
