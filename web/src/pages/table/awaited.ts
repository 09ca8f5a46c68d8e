/** What somebody is asked for whose turn it is, by the name of its sentence. */
import type { View } from '../../lib/protocol'

export function awaited({ phase, drawn, turns }: Pick<View, 'phase' | 'drawn' | 'turns'>): string {
  if (phase === 'drawing' && drawn === 0) return 'cards'
  return phase === 'depots' && turns > 0 ? 'after' : phase
}
