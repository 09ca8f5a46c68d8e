/** The coach's doubts about decisions: asked for as soon as one is considered, so that its answer is there in time. */

const PATIENCE = 2000 // milliseconds that a decision waits for it at most: a phone thinks that long

export class Doubts {
  readonly #ask: (action: string) => Promise<number | null>
  #number = -1
  #asked = new Map<string, Promise<number | null>>() // about the state with that number

  constructor(ask: (action: string) => Promise<number | null>) {
    this.#ask = ask
  }

  /** The chance to win that a decision would give away, if it is a clear mistake; a coach that fails has no doubt. */
  consider(number: number, action: string): Promise<number | null> {
    if (number !== this.#number) {
      this.#number = number
      this.#asked.clear()
    }
    const known = this.#asked.get(action) ?? this.#ask(action).catch(() => null)
    this.#asked.set(action, known)
    return known
  }

  /** The same, for somebody who waits. */
  within(number: number, action: string): Promise<number | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
    return Promise.race([this.consider(number, action), late])
  }
}
