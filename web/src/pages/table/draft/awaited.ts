/** The request to whoever's turn it is, and the word for passing then, by the names of the sentences. */
import type { View } from '../../../lib/protocol'

export function awaited({ phase, drawn, turns }: Pick<View, 'phase' | 'drawn' | 'turns'>): string {
  if (phase === 'drawing' && drawn === 0) return 'cards'
  return phase === 'depots' && turns > 0 ? 'after' : phase
}

const PASSING = { drawing: 'table.stop', depots: 'table.end-turn' } as const

/** Only at the start of a turn passing is called passing. */
export const passing = (phase = ''): 'table.pass' | (typeof PASSING)[keyof typeof PASSING] =>
  phase in PASSING ? PASSING[phase as keyof typeof PASSING] : 'table.pass'
