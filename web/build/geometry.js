/**
 * Lines on the plane: projecting, warping, cutting, thinning and writing them as SVG paths.
 *
 * @typedef {[number, number]} Point
 * @typedef {import('../src/generated/board.js').MapNumbers} MapNumbers
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 */

/**
 * Degrees to drawing units, before the warp.
 * @param {MapNumbers} map
 * @param {Point} lonLat
 * @returns {Point}
 */
export function project({ conic, scale, shift }, [lon, lat]) {
  const rho = conic.f / Math.tan(Math.PI / 4 + (Math.max(lat, -60) * Math.PI) / 360) ** conic.n
  const turn = conic.n * ((lon * Math.PI) / 180 - conic.meridian)
  return [scale * rho * Math.sin(turn) + shift[0], scale * (rho * Math.cos(turn) - conic.rho) + shift[1]]
}

/**
 * Drawing units, before the warp, to degrees.
 * @param {MapNumbers} map
 * @param {Point} point
 * @returns {Point}
 */
export function unproject({ conic, scale, shift }, [x, y]) {
  const [east, south] = [(x - shift[0]) / scale, (y - shift[1]) / scale + conic.rho]
  const lat = 2 * Math.atan((conic.f / Math.hypot(east, south)) ** (1 / conic.n)) - Math.PI / 2
  return [((Math.atan2(east, south) / conic.n + conic.meridian) * 180) / Math.PI, (lat * 180) / Math.PI]
}

/**
 * Where a point of the true map is drawn.
 * @param {MapNumbers['warp']} warp
 * @param {Point} point
 * @returns {Point}
 */
export function bend({ unit, centres, pulls, plane }, [x, y]) {
  let dx = plane[0][0] + (plane[1][0] * x + plane[2][0] * y) / unit
  let dy = plane[0][1] + (plane[1][1] * x + plane[2][1] * y) / unit
  centres.forEach(([cx, cy], i) => {
    const squared = ((x - cx) ** 2 + (y - cy) ** 2) / unit ** 2
    const weight = squared > 0 ? (squared * Math.log(squared)) / 2 : 0
    dx += weight * pulls[i][0]
    dy += weight * pulls[i][1]
  })
  return [x + dx, y + dy]
}

/**
 * A ring cut to a box (Sutherland and Hodgman); empty when it lies outside.
 * @param {Point[]} ring
 * @param {Box} box
 * @returns {Point[]}
 */
export function cutRing(ring, box) {
  /** @type {[(p: Point) => number][]} */
  const sides = [
    [(p) => p[0] - box.left],
    [(p) => box.right - p[0]],
    [(p) => p[1] - box.top],
    [(p) => box.bottom - p[1]],
  ]
  return sides.reduce((points, [inside]) => cutSide(points, inside), ring)
}

/**
 * @param {Point[]} ring
 * @param {(p: Point) => number} inside how far a point is inside; negative outside
 */
function cutSide(ring, inside) {
  /** @type {Point[]} */
  const kept = []
  ring.forEach((to, i) => {
    const from = ring[(i + ring.length - 1) % ring.length]
    const a = inside(from)
    const b = inside(to)
    if (a >= 0 !== b >= 0) kept.push(between(from, to, a / (a - b)))
    if (b >= 0) kept.push(to)
  })
  return kept
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {number} t
 * @returns {Point}
 */
const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

/**
 * The parts of a line near a box.
 * @param {Point[]} line
 * @param {Box} box
 * @returns {Point[][]}
 */
export function cutLine(line, box) {
  /** @type {Point[][]} */
  const parts = []
  /** @type {Point[]} */
  let part = []
  for (const [x, y] of line) {
    if (x > box.left && x < box.right && y > box.top && y < box.bottom) part.push([x, y])
    else {
      if (part.length > 1) parts.push(part)
      part = []
    }
  }
  if (part.length > 1) parts.push(part)
  return parts
}

/**
 * Fewer points with the same look (Douglas and Peucker).
 * @param {Point[]} line
 * @param {number} tolerance
 * @returns {Point[]}
 */
export function thin(line, tolerance) {
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  /** @type {[number, number][]} */
  const open = [[0, line.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let far = tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const off = offLine(line[i], line[from], line[to])
      if (off > far) [far, at] = [off, i]
    }
    if (at < 0) continue
    keep[at] = 1
    open.push([from, at], [at, to])
  }
  return line.filter((_, i) => keep[i])
}

/**
 * Distance of a point from a segment.
 * @param {Point} p
 * @param {Point} a
 * @param {Point} b
 */
function offLine(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const t = length ? Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) : 0
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
}

/**
 * A line with its corners cut off, again and again (Chaikin).
 * @param {Point[]} line
 * @param {boolean} closed
 * @param {number} [times]
 * @returns {Point[]}
 */
export function rounded(line, closed, times = 3) {
  if (!times || line.length < 3) return line
  const pairs = line.map((point, i) => /** @type {const} */ ([point, line[(i + 1) % line.length]]))
  const cut = pairs.slice(0, closed ? undefined : -1).flatMap(([a, b]) => [between(a, b, 0.25), between(a, b, 0.75)])
  return rounded(closed ? cut : [line[0], ...cut, line[line.length - 1]], closed, times - 1)
}

/**
 * A ring thinned from its two farthest points.
 * @param {Point[]} ring
 * @param {number} tolerance
 */
export function thinRing(ring, tolerance) {
  if (ring.length < 4) return ring
  const far = ring.reduce((best, p, i) => (dist(p, ring[0]) > dist(ring[best], ring[0]) ? i : best), 0)
  const half = thin(ring.slice(0, far + 1), tolerance)
  return [...half.slice(0, -1), ...thin([...ring.slice(far), ring[0]], tolerance).slice(0, -1)]
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const dist = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** @param {Point[]} ring */
export const area = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - y * ring[(i + 1) % ring.length][0], 0),
  ) / 2

/**
 * A line as an SVG path: tenths of units, relative steps; empty when nothing of it can be seen.
 * @param {Point[]} line
 * @param {boolean} closed
 */
export function written(line, closed) {
  let [x, y] = line[0].map((v) => Math.round(v * 10))
  const start = `M${x / 10} ${y / 10}l`
  const steps = line.slice(1).map((point) => {
    const [u, v] = point.map((value) => Math.round(value * 10))
    const step = [(u - x) / 10, (v - y) / 10]
    ;[x, y] = [u, v]
    return step.join(' ').replace(' -', '-')
  })
  const path = steps
    .filter((step) => step !== '0 0')
    .join(' ')
    .replaceAll(' -', '-')
  return path && `${start}${path}${closed ? 'z' : ''}`
}
