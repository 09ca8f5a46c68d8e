/** The meaning of a click on the board: fingers are thick, routes are thin. Pure geometry. */
import type { LaidRoute, Slot } from './types'

export interface Point {
  x: number
  y: number
}

/** A click on the sheet: where, how many pixels of the screen a unit of it is, and whether by a finger. */
export interface Aim extends Point {
  scale: number
  finger: boolean
}

/** Something that a click may mean, and how many pixels it is away. */
export interface Target {
  id: string
  open: boolean // something comes of it
  away: number
}

const FINGER = { open: 20, closed: 10, alike: 8 } // pixels: how far away counts, and what looks equally near
const MOUSE = { open: 6, closed: 3, alike: 0 }
const MOST = 4 // to choose from

/** Which targets a click means, the nearest first: an open one within reach, unless a closed one is clearly nearer. */
export function meant(targets: readonly Target[], finger: boolean): string[] {
  const reach = finger ? FINGER : MOUSE
  const near = targets
    .filter(({ open, away }) => away <= (open ? reach.open : reach.closed))
    .toSorted((a, b) => a.away - b.away)
  const [first, open] = [near[0], near.find((one) => one.open)]
  if (!first || !open || open.away - first.away > reach.alike) return first ? [first.id] : []
  const alike = near.filter((one) => one.open && one.away - open.away <= reach.alike)
  return alike.slice(0, finger ? MOST : 1).map((one) => one.id)
}

/** How far a point is from the spaces of a route, in units of the sheet; 0 on them. */
export const fromRoute = (point: Point, { slots }: LaidRoute, width: number): number =>
  Math.max(0, Math.min(...slots.map((slot) => fromSlot(point, slot))) - width / 2)

function fromSlot({ x, y }: Point, slot: Slot): number {
  const turn = (slot.angle * Math.PI) / 180
  const along = (x - slot.x) * Math.cos(turn) + (y - slot.y) * Math.sin(turn)
  const across = (y - slot.y) * Math.cos(turn) - (x - slot.x) * Math.sin(turn)
  return Math.hypot(Math.max(0, Math.abs(along) - slot.length / 2), across)
}
