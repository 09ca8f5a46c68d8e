/** The screen of a table over time: updates are shown one after the other, at a pace that can be followed. */
import type { ChatLine, Nudge, Own, RefusalMessage, Step, TableInfo, Update } from '../protocol'
import type { Connection, Incoming, Questions, Transport } from './transport'

export interface Pace {
  between: number // milliseconds between two decisions of others
  pause: number // seconds that bots wait while your decision can be taken back
}

const HURRY = 6 // updates waiting, from which on they are shown faster

const ownSteps = ({ seat, steps }: Update): Step[] => steps.filter((step) => step.seat === seat)
const isOwn = (update: Update): boolean => ownSteps(update).length === update.steps.length

/** What is shown before the answer, and what was told before it. */
interface Foreseen {
  shown: Update
  number: number
  update: Update
  steps: Step[]
}

export class Feed {
  connection: Connection = $state('connecting')
  table: TableInfo | null = $state.raw(null)
  update: Update | null = $state.raw(null) // what is on the screen
  fresh: Step[] = $state.raw([]) // the steps that led to it, if they are news
  steps: Step[] = $state.raw([])
  chat: ChatLine[] = $state.raw([])
  refusal: RefusalMessage | null = $state.raw(null)
  nudged: Nudge | null = $state.raw(null) // somebody waits, until the next decision
  waiting = $state(0) // updates not yet shown
  /** The decisions to offer here, of all that the rules allow. */
  may: (one: Own['legal'][number]) => boolean = $state.raw(() => true)
  readonly sights: Update[] = [] // all that was told, to be compared with the deal once its key is known
  offset = 0 // seconds the server's clock is ahead of ours

  #transport: Transport
  #pace: () => Pace
  #owed = $state(0) // decisions that are on their way
  #queue: Update[] = []
  #begun = false // the present is on the screen: what comes now is news
  #timer: ReturnType<typeof setTimeout> | undefined
  #foreseen: Foreseen | null = null

  constructor(transport: Transport, pace: () => Pace) {
    this.#transport = transport
    this.#pace = pace
    transport.open(this.#receive)
  }

  close(): void {
    this.#stop()
    this.#transport.close()
  }

  /** Questions about the position that is shown. */
  get questions(): Questions {
    return this.#transport
  }

  /** Whether a decision is on its way. */
  get busy(): boolean {
    return this.#owed > 0
  }

  /** The decisions that may be made now. */
  get legal(): Own['legal'] {
    return this.connection === 'open' ? (this.update?.own?.legal ?? []).filter((one) => this.may(one)) : []
  }

  /** The decision that can be taken back now; others who have gone on are shown in a moment. */
  get undo(): string | null {
    const isPresent = this.connection === 'open' && !this.busy && !this.waiting
    return isPresent ? (this.update?.own?.undo ?? null) : null
  }

  /** Make a decision on what is shown, and those that follow it. */
  decide(action: string, then: readonly string[] = []): void {
    if (this.busy || !this.update || this.connection !== 'open') return
    this.skip()
    this.#owed = 1 + then.length
    this.refusal = null
    const { number, seat } = this.update
    this.#transport.decide({ number, action, then: [...then], seat, pause: this.#pace().pause })
    void this.#foresee(this.update, [action, ...then])
  }

  /** Show at once what the answer will be, where that is certain; the answer stays the truth. */
  async #foresee(shown: Update, decisions: readonly string[]): Promise<void> {
    const told = await this.#transport.foresee?.(shown, decisions).catch(() => null)
    if (!told || !this.busy || this.update !== shown) return // the answer was faster
    if (told.type === 'refused') {
      this.refusal = told
      return
    }
    const { steps } = this
    this.fresh = told.steps
    this.steps = [...steps, ...told.steps]
    const ahead = { ...told, own: told.own && { ...told.own, legal: [] } } // what follows is decided on the answer
    this.update = ahead
    this.#foreseen = { shown: ahead, number: told.number, update: shown, steps }
  }

  /** Go back to what was told; returns the number of what was shown before it was. */
  #takeBack(): number {
    if (!this.#foreseen) return 0
    const { number, update, steps } = this.#foreseen
    ;[this.#foreseen, this.update, this.steps] = [null, update, steps]
    return number
  }

  say(text: string): void {
    this.#transport.say?.(text)
  }

  /** Look from another of your seats; forget what the last one has seen. */
  look(seat: number | null): void {
    this.#forget()
    this.#transport.look?.(seat)
  }

  /** Show no more lines by whoever wrote this one. */
  hush({ seat, name }: ChatLine): void {
    this.chat = this.chat.filter((line) => line.seat !== seat || line.name !== name)
  }

  /** Show the present at once. */
  skip(): void {
    this.#stop()
    const queue = this.#queue.splice(0)
    const last = queue.at(-1)
    this.waiting = 0
    if (last) this.#show({ ...last, steps: queue.flatMap((update) => update.steps) })
  }

  #forget(): void {
    this.skip()
    this.#takeBack()
    this.steps = []
    this.#begun = false
  }

  #receive = (message: Incoming): void => {
    if (message.type === 'table') this.table = message.table
    else if (message.type === 'chat') this.chat = [...this.chat, ...message.lines]
    else if (message.type === 'update') this.#take(message)
    else if (message.type === 'nudge') this.nudged = message
    else if (message.type === 'refused') {
      this.skip()
      this.#takeBack()
      this.refusal = message
    } else if (message.type === 'connection') {
      this.connection = message.connection
      if (message.connection !== 'open') this.#takeBack()
    } else if (message.type === 'afresh') {
      this.#forget()
      this.refusal = null
    }
    if (['refused', 'connection', 'afresh'].includes(message.type)) this.#owed = 0
  }

  #take(update: Update): void {
    this.sights.push(update)
    if (update.steps.length) this.nudged = null
    this.offset = update.clock.now - Date.now() / 1000
    const isPaced = this.#begun && this.#pace().between > 0 && update.steps.length > 0
    this.#queue.push(update)
    this.waiting = this.#queue.length
    if (!isPaced) this.skip()
    else if (!this.#timer || (this.waiting === 1 && isOwn(update))) this.#next()
    this.#begun = true
  }

  #next = (): void => {
    this.#stop()
    const update = this.#queue.shift()
    this.waiting = this.#queue.length
    if (!update) return
    this.#show(update)
    const { between } = this.#pace()
    const pace = this.waiting > HURRY ? between / 3 : isOwn(update) ? between / 2 : between
    this.#timer = setTimeout(this.#next, pace)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #show(update: Update): void {
    const foreseen = this.#foreseen
    const known = this.#takeBack()
    const last = this.steps.at(-1)?.number ?? 0
    const news = update.steps.filter((step) => step.number > last)
    const isNews = news.some((step) => step.number > known)
    if (!known || isNews) this.fresh = this.#begun ? news.filter((step) => step.number > known) : []
    if (news.length) this.steps = [...this.steps, ...news]
    this.#owed = Math.max(0, this.#owed - ownSteps(update).length) // others may decide in the meantime
    if (foreseen && update.number < known) this.#restore(foreseen, update)
    else this.update = update
  }

  /** The answer has come as far as this update: what it will come to stays on the screen. */
  #restore({ shown, number }: Foreseen, update: Update): void {
    this.#foreseen = { shown, number, update, steps: this.steps }
    this.steps = [...this.steps, ...shown.steps.filter((step) => step.number > update.number)]
    this.update = shown
  }
}
