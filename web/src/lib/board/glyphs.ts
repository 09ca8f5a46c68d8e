/** A sign for every colour, so that none is told by its colour alone; paths in a square from -4 to 4. */
import type { Colour } from './types'

export const GLYPHS: Record<Colour, string> = {
  pink: 'M0-4 3.2 0 0 4-3.2 0z',
  blue: 'M0-3.4a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 1 0 0-6.8zM0-1.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z',
  orange: 'M0-3.6 3.9 3.1h-7.8z',
  white: 'M-1.2-3.8h2.4v2.6h2.6v2.4h-2.6v2.6h-2.4v-2.6h-2.6v-2.4h2.6z',
  green: 'M-3.1-3.1h6.2v6.2h-6.2z',
  yellow: 'M0-4 1.1-1.3 4-1.1 1.8.8 2.5 3.6 0 2.1-2.5 3.6-1.8.8-4-1.1-1.1-1.3z',
  black: 'M-3.6-2.1-2.1-3.6 0-1.5 2.1-3.6 3.6-2.1 1.5 0 3.6 2.1 2.1 3.6 0 1.5-2.1 3.6-3.6 2.1-1.5 0z',
  red: 'M-3.8 0-1.2-3.4h2.3L-1.3 0 1.1 3.4h-2.3zM.4 0 3-3.4h1L1.7 0 4 3.4h-1z',
  gray: '',
}

/** A locomotive from the side. */
export const LOCOMOTIVE =
  'M-4.6 1.9v-4.6h.5v-.8h3.2v.8h.5v1.8h2v-2.2h-.5v-.9h2.4v.9h-.5v2.2c1.3.1 2 .9 2 2v.8zM-3.5-1.9v1.6h2v-1.6z' +
  'M-3.3 2.2a1.25 1.25 0 1 0 .01 0zM0 2.2a1.25 1.25 0 1 0 .01 0zM3.1 2.2a1.25 1.25 0 1 0 .01 0z'
