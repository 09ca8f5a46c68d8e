/** A puzzle as a table at which one decides once; the server judges the decision and says what was best. */
import { get, post, Refused } from '../../lib/api'
import type { ClientMessage, FaultInfo, Own, Paths, Puzzle, Verdict, WhyNot } from '../../lib/protocol'
import { soloTable } from '../../lib/sandbox.svelte'
import { TableSocket } from '../../lib/socket.svelte'

export class Riddle extends TableSocket {
  readonly puzzle: Puzzle
  verdict: Verdict | null = $state.raw(null)
  /** What was decided; nothing: the solution was asked for. */
  action: string | null = $state(null)

  constructor(puzzle: Puzzle) {
    super('', '')
    this.connection = 'open'
    this.puzzle = puzzle
    this.table = soloTable(puzzle, puzzle.names, puzzle.seat, 'hard')
    this.receive(puzzle.update)
  }

  override get legal(): Own['legal'] {
    return this.verdict ? [] : super.legal
  }

  override paths(): Promise<Paths> {
    return Promise.resolve(this.puzzle.paths)
  }

  override async whyNot(_seat: number, route: string): Promise<FaultInfo[]> {
    return (await get<WhyNot>(`puzzles/${this.puzzle.number}/why-not?route=${route}`)).faults
  }

  /** Answer with a decision, or ask for the solution. */
  async answer(action: string | null): Promise<void> {
    this.action = action
    try {
      this.verdict = await post<Verdict>(`puzzles/${this.puzzle.number}/answer`, { action })
      this.busy = false
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const code = error.code === 'offline' ? 'unavailable' : error.code
      this.receive({ type: 'refused', number: 0, code, message: error.message, faults: error.faults })
    }
  }

  /** Decide once more. */
  retry(): void {
    this.verdict = null
    this.action = null
  }

  protected override connect(): void {}

  protected override send(message: ClientMessage): void {
    if (message.type === 'decide') void this.answer(message.action)
  }
}
