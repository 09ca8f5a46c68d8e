/** What a board is drawn from: layouts come from `eclisse.boards.layout`, geography from build/geography.js. */

export const COLOURS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'gray'] as const
export type Colour = (typeof COLOURS)[number]

export interface Words {
  en: string
  fr: string
}

export interface Slot {
  x: number
  y: number
  angle: number // degrees
  length: number
}

export interface LaidRoute {
  id: string
  cities: [string, string]
  length: number // cards it costs
  colour: Colour
  locomotives: number
  tunnel: boolean
  subway: boolean
  path: [number, number][] // from city to city
  slots: Slot[] // one a piece
}

export interface NameLine {
  text: string
  x: number
  y: number // of the base line
  width: number
}

export interface LaidCity {
  id: string
  name: string
  country: string | null // of a border exit
  x: number
  y: number
  label: { size: number; anchor: 'start' | 'middle' | 'end'; box: [number, number, number, number]; lines: NameLine[] }
}

export interface Layout {
  id: string
  name: Words
  provenance: string
  width: number
  height: number
  car: { length: number; width: number }
  cityRadius: number
  title: { x: number; y: number; width: number; height: number }
  compass: { x: number; y: number; radius: number } | null
  cities: LaidCity[]
  routes: LaidRoute[]
}

export interface Geography {
  regions: { path: string; tint: number }[]
  land: string
  borders: string
  lakes: string
  rivers: string
  canals: string
  peaks: [number, number, number][] // of mountains: middle and size
  parks: string
  streets: string
  graticule: string
}

/** Texts the board needs; the caller gives them in its language. */
export interface BoardWords {
  board: string // name of the whole, for screen readers
  title: string // in the cartouche
  subtitle: string
  zoomIn: string
  zoomOut: string
  fit: string
  route: (route: LaidRoute, from: string, to: string) => string // what a click on it would claim
  city: (city: LaidCity) => string
}
