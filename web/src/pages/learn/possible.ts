/** How a lesson does by itself what it asks for. */
import type { Own } from '../../lib/protocol'
import { payments } from '../table/draft/draft'
import { allows, type Step } from './lessons'

/** The decisions that do what a step asks for: those it names, unless something else was done or paid before. */
export function possible(step: Step, own: Own, hand: Record<string, number>): string[] {
  const [first, ...rest] = step.plays ?? []
  const legal = own.legal.filter((one) => allows(step, one))
  const one = legal.find(({ text }) => text === first) ?? legal[0]
  if (!one) return []
  if (one.kind !== 'claim' && one.kind !== 'station') return one.text === first ? [one.text, ...rest] : [one.text]
  const ways = payments(one, own, hand)
  if (ways.length < 2) return [one.text]
  const pay = ways.find(({ text }) => text === rest[0]) ?? ways[0]!
  return [one.text, pay.text]
}
