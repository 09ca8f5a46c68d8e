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

/** A locomotive from the side, on ferries and on the cards that stand for any colour. */
export const LOCOMOTIVE =
  'M-4.6 1.9v-4.6h.5v-.8h3.2v.8h.5v1.8h2v-2.2h-.5v-.9h2.4v.9h-.5v2.2c1.3.1 2 .9 2 2v.8zM-3.5-1.9v1.6h2v-1.6z' +
  'M-3.3 2.2a1.25 1.25 0 1 0 .01 0zM0 2.2a1.25 1.25 0 1 0 .01 0zM3.1 2.2a1.25 1.25 0 1 0 .01 0z'

/** The pictures on such cards, by the sign of the game. */
export const SIGNS: Record<string, string> = {
  locomotive: LOCOMOTIVE,
  bicycle:
    'M-2.6-0.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM-2.6.05a1.45 1.45 0 1 0 0 2.9a1.45 1.45 0 1 0 0-2.9zM2.6-0.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4z' +
    'M2.6.05a1.45 1.45 0 1 0 0 2.9a1.45 1.45 0 1 0 0-2.9zM-2.6 1.23L-.3 1.23L-.3 1.77L-2.6 1.77zM-.53 1.35L1.27-1.45L1.73-1.15L-.07 1.65z' +
    'M-1.2-1.58L1.5-1.58L1.5-1.02L-1.2-1.02zM-1.24-2.28L-.04 1.42L-.56 1.58L-1.76-2.12zM-.95-1.18L-2.35 1.62L-2.85 1.38L-1.45-1.42z' +
    'M1.46-2.49L2.86 1.41L2.34 1.59L.94-2.31zM1-2.77L2.3-2.77L2.3-2.23L1-2.23zM-2.3-2.57L-.7-2.57L-.7-2.02L-2.3-2.02z',
}
