/** Where a panel goes that asks about a place on the map: pure arithmetic, in pixels of the map. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
export interface Size {
  width: number
  height: number
}

const GAP = 14 // between the place and the panel
const EDGE = 8 // between the panel and the rim of the map

/** The corner of a panel beside a place, wholly on the map and off the place; null: there is no room. */
export function beside(place: Box, panel: Size, map: Size): { left: number; top: number } | null {
  const [right, bottom] = [map.width - panel.width - EDGE, map.height - panel.height - EDGE]
  const hold = (at: number, most: number) => Math.round(Math.min(Math.max(at, EDGE), most))
  const left = hold((place.left + place.right - panel.width) / 2, right)
  const top = hold((place.top + place.bottom - panel.height) / 2, bottom)
  const sides = [
    { left: Math.round(place.right + GAP), top },
    { left: Math.round(place.left - GAP - panel.width), top },
    { left, top: Math.round(place.bottom + GAP) },
    { left, top: Math.round(place.top - GAP - panel.height) },
  ]
  return sides.find((side) => side.left >= EDGE && side.left <= right && side.top >= EDGE && side.top <= bottom) ?? null
}
