/** How two answers differ. */
import { isDeepStrictEqual } from 'node:util'

/** The first place in which two answers differ; null: they are the same, or numbers are as close as is asked for. */
export function difference(found, expected, where = '', close = 0) {
  if (isDeepStrictEqual(found, expected)) return null
  if (typeof found === 'number' && typeof expected === 'number' && Math.abs(found - expected) <= close) return null
  if (typeof found !== 'object' || typeof expected !== 'object' || !found || !expected)
    return `${where}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const one = difference(found[key], expected[key], `${where}.${key}`, close)
    if (one) return one
  }
  return close ? null : where
}
