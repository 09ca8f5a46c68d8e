/** Levels of bots that the server still prepares, just after it was installed. */
import type { Catalogue } from '../../lib/protocol'

type Levels = Catalogue['waiting']

const LOOK = 2000 // milliseconds between two looks

/** Ask again and again until all levels are ready, and tell each time; returns how to stop. */
export function watchLevels(ask: () => Promise<Levels>, tell: (waiting: Levels) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function look() {
    const waiting = await ask().catch(() => null) // a server that does not answer is asked again
    if (stopped) return
    if (waiting) tell(waiting)
    if (!waiting || waiting.length) timer = setTimeout(() => void look(), LOOK)
  }

  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
