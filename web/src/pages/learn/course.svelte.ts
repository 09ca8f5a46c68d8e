/** The way through a lesson: which step one is at, what may be done there, and whether it has been done. */
import { feedOver } from '../../lib/feed/pace'
import { Sandbox } from '../../lib/feed/sandbox'
import { allows, type Lesson, type Step } from './lessons'
import { possible } from './possible'

/** Where a step began; going back leads there again. */
interface Mark {
  part: number
  step: number
  decisions: readonly string[]
  number: number
}

export class Course {
  readonly lesson: Lesson
  readonly #sandbox = new Sandbox()
  readonly feed = feedOver(this.#sandbox)
  #names: readonly string[]
  #trail: Mark[] = $state.raw([])
  #moving = false // to another step

  constructor(lesson: Lesson, names: readonly string[]) {
    this.lesson = lesson
    this.#names = names
    this.feed.may = (one) => !!this.step?.done && (this.lost || allows(this.step, one))
  }

  #mark = $derived.by(() => this.#trail.at(-1))
  part: Lesson['parts'][number] | undefined = $derived.by(() => this.lesson.parts[this.#mark?.part ?? 0])
  step: Step | undefined = $derived.by(() => this.part?.steps[this.#mark?.step ?? 0])
  total = $derived.by(() => this.lesson.parts.reduce((sum, part) => sum + part.steps.length, 0))
  /** Which step this is, counted through all parts. */
  number = $derived.by(() => {
    const { part, step } = this.#mark ?? { part: 0, step: 0 }
    return this.lesson.parts.slice(0, part).reduce((sum, one) => sum + one.steps.length, 0) + step + 1
  })
  first = $derived.by(() => this.#trail.length < 2)
  last = $derived.by(() => this.number === this.total)

  /** Whether all that was decided has been seen, and one may decide again. */
  #quiet = $derived.by(() => {
    const { update, busy, waiting } = this.feed
    if (!update || busy || waiting) return false
    if (update.view.phase === 'depots' && update.own?.legal.some((one) => one.kind === 'pass')) return false
    return update.ending !== null || update.view.to_act.includes(update.seat ?? 0)
  })

  /** Whether nothing that the step asks for can be done any more. */
  lost = $derived.by(() => {
    const step = this.step
    return this.#quiet && !!step && !this.feed.update?.own?.legal.some((one) => allows(step, one))
  })

  /** Whether one goes on by a button, because there is nothing to do. */
  reads = $derived.by(() => !this.step?.done || this.lost)

  /** Whether what the step waits for has happened. */
  done = $derived.by(() => {
    const { step, feed } = this
    if (!step?.done || !this.#quiet) return false
    const since = this.#mark?.number ?? 0
    const events = feed.steps.filter((one) => one.number > since).flatMap((one) => one.events)
    const mine = events.filter((event) => event.seat === null || event.seat === feed.update?.seat)
    return mine.filter((event) => step.done?.includes(event.kind)).length >= (step.times ?? 1)
  })

  /** Begin with the first step. */
  begin(): Promise<void> {
    return this.#enter(0, 0, [])
  }

  /** Go on with the next step; false: there is none. */
  async next(): Promise<boolean> {
    const { part, step } = this.#mark ?? { part: 0, step: -1 }
    if (this.#moving) return true
    if (step + 1 < (this.lesson.parts[part]?.steps.length ?? 0)) await this.#enter(part, step + 1, null)
    else if (part + 1 < this.lesson.parts.length) await this.#enter(part + 1, 0, [])
    else return false
    return true
  }

  /** Take back what was done, and the step before it. */
  async back(): Promise<void> {
    const before = this.#trail.at(-2)
    if (before && !this.#moving) await this.#enter(before.part, before.step, before.decisions, this.#trail.slice(0, -2))
  }

  /** Do what the step asks for; half of it may have been done. */
  async perform(): Promise<void> {
    const { step } = this
    const mark = this.#mark
    if (!step?.plays || !mark) return
    if (this.#sandbox.decisions.length > mark.decisions.length) await this.#show(mark.part, mark.decisions)
    const { own, view } = this.feed.update ?? {}
    if (own) await this.#sandbox.perform(possible(step, own, view?.hand ?? {}))
  }

  /** Begin a step after those of a trail; where one is changes only once its position is there. */
  async #enter(part: number, step: number, decisions: readonly string[] | null, trail = this.#trail): Promise<void> {
    this.#moving = true
    if (decisions) await this.#show(part, decisions)
    this.#trail = [...trail, { part, step, decisions: this.#sandbox.decisions, number: this.feed.update?.number ?? 0 }]
    this.#moving = false
  }

  async #show(part: number, decisions: readonly string[]): Promise<void> {
    const position = this.lesson.parts[part]?.position
    if (position) await this.#sandbox.begin(position, this.#names, decisions)
  }
}
