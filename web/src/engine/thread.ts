/** The engine in a thread of its own, and the questions that wait for its answer. */
import { Refused } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import type { Incoming } from '../lib/feed/transport'
import { href } from '../lib/router.svelte'
import type { Answers, Question } from './service'
import type { Asked, Said } from './worker'

type Without<T> = T extends unknown ? Omit<T, 'n'> : never

export class Thread {
  readonly #worker: Worker | null
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Refused) => void }>()
  readonly #receive: (message: Incoming) => void
  #n = 0

  constructor(receive: (message: Incoming) => void) {
    this.#receive = receive
    this.#worker = started()
    if (!this.#worker) return
    this.#worker.onmessage = ({ data }: MessageEvent<Said>) => this.#take(data)
    this.#worker.onerror = () => this.#fail()
  }

  close(): void {
    this.#worker?.terminate()
  }

  ask<Answer>(asked: Without<Asked>): Promise<Answer> {
    const n = ++this.#n
    return new Promise((resolve, reject) => {
      this.#waiting.set(n, { resolve, reject })
      if (this.#worker) this.#worker.postMessage(JSON.parse(JSON.stringify({ ...asked, n })))
      else this.#fail()
    })
  }

  #take(said: Said): void {
    if ('message' in said) return this.#receive(said.message)
    const waiting = this.#waiting.get(said.n)
    this.#waiting.delete(said.n)
    if ('answer' in said) waiting?.resolve(said.answer as never)
    else waiting?.reject(new Refused(said.code, '', said.faults))
  }

  /** It has stopped: nobody who waits gets an answer. */
  #fail(): void {
    this.#receive({ type: 'connection', connection: 'lost' })
    for (const { reject } of this.#waiting.values()) reject(new Refused('unavailable', t('alone.no-engine')))
    this.#waiting.clear()
  }
}

/** The thread; null: this browser has none of this kind. */
function started(): Worker | null {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: href('engine/') })
  } catch {
    return null
  }
}

let questions: Thread | undefined // stays for the next question; a new one after it has stopped

/** A question that needs no table. */
export function asked<Q extends Question>(question: Q): Promise<Answers[Q['what']]> {
  questions ??= new Thread(() => {
    questions?.close()
    questions = undefined
  })
  return questions.ask({ ask: 'question', question })
}
