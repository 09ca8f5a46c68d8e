/** The lessons: positions to play on from, and what is said, waited for and shown there; all of it data. */
import type { Picture } from '../../lib/board/types'
import type { Position } from '../../lib/feed/sandbox'

interface Words {
  en: string
  fr: string
}

/** One thing to learn. Without `done` it is only to be read. */
export interface Step {
  text: Words
  /** Decisions that may be made, by kind or as a whole. */
  may?: string[]
  /** Those that may not, although their kind may. */
  but?: string[]
  /** Kinds of events, of which `times` must happen. */
  done?: string[]
  times?: number
  /** The decisions that do it. */
  plays?: string[]
  /** The places lit on the map, and the part of the table that is ringed. */
  routes?: string[]
  cities?: string[]
  look?: 'offer' | 'market' | 'pile' | 'tickets' | 'players' | 'bar' | 'map' | 'end'
}

export interface Lesson {
  title: Words
  about: Words
  picture: Picture
  parts: { position: Position; steps: Step[] }[]
}

const files = import.meta.glob<Lesson>('./lessons/*.json', { import: 'default' })

/** The first game, then one lesson for each special rule. */
export const LESSONS = ['first', 'tunnels', 'ferries', 'stations', 'countries', 'mandala', 'depots', 'subways'] as const

export const loadLesson = async (name: string): Promise<Lesson | undefined> => files[`./lessons/${name}.json`]?.()

/** Whether a step allows a decision; how to pay is always one's own choice. */
export const allows = (step: Step, one: { kind: string; text: string }): boolean =>
  !step.but?.includes(one.text) &&
  (one.kind === 'pay' || !!step.may?.some((name) => name === one.kind || name === one.text))
