/** The things a board is drawn from: layouts come from `eclisse.boards.layout`, geography from build/geography.js. */
import type { DrawnCity, DrawnRoute } from '../../generated/board.js'

export type {
  DrawnBoard as Layout,
  DrawnCity as LaidCity,
  DrawnRoute as LaidRoute,
  Slot,
} from '../../generated/board.js'

export const COLOURS = ['pink', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'gray'] as const
export type Colour = DrawnRoute['colour']

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

/** Whether a board is the plan of a city: there is no land around it. */
export const isCity = ({ land }: Geography): boolean => !land

/** Texts the board needs; the caller gives them in its language. */
export interface BoardWords {
  board: string // name of the whole, for screen readers
  title: string // in the cartouche
  subtitle: string
  zoomIn: string
  zoomOut: string
  fit: string
  show: (place: string) => string // bring it into sight
  route: (route: DrawnRoute, from: string, to: string) => string // what a click on it would claim
  city: (city: DrawnCity) => string
}

/** Something on the sheet that is pointed at from the edge, when it is out of sight. */
export interface Pointed {
  id: string
  x: number
  y: number
  name: string
  tone?: string // its colour
}

/** A part of a map: around these cities, with these pieces on it. */
export interface Picture {
  board: string
  cities: string[]
  routes?: Record<string, number>
  stations?: Record<string, number>
  depots?: Record<string, number>
  lit?: string[]
}
