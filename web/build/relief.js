/**
 * Mountains as an engraver draws them: peaks along chains, wherever nothing else is printed.
 *
 * @import { Point } from './geometry.js'
 * @import { Drawn } from './geography.js'
 */
import { bend, project } from './geometry.js'

const APART = 17 // drawing units from peak to peak along a chain
const SPREAD = 11 // to either side of it

/**
 * @param {Drawn} drawn
 * @param {Record<string, Point[]>} chains
 * @returns {[number, number, number][]} middle and size of every peak
 */
export function relief(drawn, chains) {
  const next = dice(7)
  const spots = Object.values(chains).flatMap((chain) => along(drawn, chain, next))
  const peaks = spots.filter((spot) => isFree(drawn, spot)).sort((a, b) => a[1] - b[1])
  const apart = peaks.filter(
    (spot, i) => !peaks.slice(0, i).some((other) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) < 8),
  )
  return apart.map(([x, y]) => [round(x), round(y), round(0.75 + 0.5 * next())])
}

/**
 * Places for peaks along a chain.
 * @param {Drawn} drawn
 * @param {Point[]} chain
 * @param {() => number} next
 */
function along({ map }, chain, next) {
  const line = chain.map((point) => bend(map.warp, project(map, point)))
  /** @type {Point[]} */
  const spots = []
  line.slice(1).forEach(([x, y], i) => {
    const [fromX, fromY] = line[i]
    const length = Math.hypot(x - fromX, y - fromY)
    for (let at = 0; at < length && length < 4000; at += APART * 0.5) {
      const aside = (next() * 2 - 1) * SPREAD
      const t = at / length
      spots.push([
        fromX + (x - fromX) * t - ((y - fromY) / length) * aside,
        fromY + (y - fromY) * t + ((x - fromX) / length) * aside,
      ])
    }
  })
  return spots
}

/**
 * Whether a peak would cover nothing.
 * @param {Drawn} drawn
 * @param {Point} spot
 */
function isFree({ width, height, cities, routes, title, compass }, [x, y]) {
  if (x < 34 || y < 34 || x > width - 34 || y > height - 34) return false
  if (Math.abs(x - title.x) < title.width / 2 + 12 && Math.abs(y - title.y) < title.height / 2 + 12) return false
  if (compass && Math.hypot(x - compass.x, y - compass.y) < compass.radius + 14) return false
  const onRoute = routes.some(
    ({ slots, path }) =>
      slots.some((slot) => offSlot(slot, x, y) < 14) || path.some(([px, py]) => Math.hypot(px - x, py - y) < 12),
  )
  const onCity = cities.some(
    ({
      label: {
        box: [bx, by, w, h],
      },
      ...city
    }) => Math.hypot(city.x - x, city.y - y) < 20 || (x > bx - 10 && x < bx + w + 10 && y > by - 8 && y < by + h + 10),
  )
  return !onRoute && !onCity
}

/**
 * Distance of a point from the middle line of a space.
 * @param {Drawn['routes'][number]['slots'][number]} slot
 * @param {number} x
 * @param {number} y
 */
function offSlot(slot, x, y) {
  const turn = (slot.angle * Math.PI) / 180
  const [dx, dy] = [x - slot.x, y - slot.y]
  const ahead = Math.max(Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn)) - slot.length / 2, 0)
  return Math.hypot(ahead, dy * Math.cos(turn) - dx * Math.sin(turn))
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100

/**
 * Numbers from 0 to 1 that are the same in every build.
 * @param {number} seed
 */
function dice(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
