/** A puzzle as a table at which one decides once; the decision is judged, and what was best is told. */
import { get, post, Refused } from '../../lib/api'
import { refusalOf, soloTable } from '../../lib/feed/sandbox'
import type { Decision, Incoming, Transport } from '../../lib/feed/transport'
import type { FaultInfo, Paths, Puzzle, Verdict, WhyNot } from '../../lib/protocol'

export class Riddle implements Transport {
  readonly puzzle: Puzzle
  verdict: Verdict | null = $state.raw(null)
  #receive: (message: Incoming) => void = () => undefined

  constructor(puzzle: Puzzle) {
    this.puzzle = puzzle
  }

  open(receive: (message: Incoming) => void): void {
    const { puzzle } = this
    this.#receive = receive
    receive({ type: 'connection', connection: 'open' })
    receive({ type: 'table', number: 0, table: soloTable(puzzle, puzzle.names, puzzle.seat, 'hard') })
    receive(puzzle.update)
  }

  close(): void {}

  decide({ action }: Decision): void {
    void this.answer(action)
  }

  paths(): Promise<Paths> {
    return Promise.resolve(this.puzzle.paths)
  }

  async whyNot(_seat: number, route: string): Promise<FaultInfo[]> {
    return (await get<WhyNot>(`puzzles/${this.puzzle.number}/why-not?route=${route}`)).faults
  }

  /** Answer with a decision, or ask for the solution (null); the position stays what it was. */
  async answer(action: string | null): Promise<void> {
    try {
      this.verdict = await post<Verdict>(`puzzles/${this.puzzle.number}/answer`, { action })
      this.#receive({ type: 'afresh' })
      this.#receive(this.puzzle.update)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#receive(refusalOf(error, 0))
    }
  }

  /** Decide once more. */
  retry(): void {
    this.verdict = null
  }
}
