/** A request made by a button: one at a time, and a refusal is shown. */
import { why } from './refusals'

export class Attempt {
  trouble = $state('')
  busy = $state(false)

  async run(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = ''
    try {
      await what()
    } catch (refusal) {
      this.trouble = why(refusal)
    } finally {
      this.busy = false
    }
  }
}
