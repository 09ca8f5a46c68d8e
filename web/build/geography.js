/**
 * The ground of a board: coasts, borders, lakes and rivers as SVG paths, cut, projected and warped to its drawing.
 *
 * @import { Feature, FeatureCollection, Geometry, Position } from 'geojson'
 * @import { Topology, GeometryCollection } from 'topojson-specification'
 * @import { Box, Point } from './geometry.js'
 * @typedef {import('../src/generated/board.js').DrawnBoard} Drawn
 * @typedef {import('../src/lib/board/types.js').Geography} Geography
 */
import { feature, mesh, neighbors } from 'topojson-client'
import { relief } from './relief.js'
import { area, bend, cutLine, cutRing, project, rounded, thin, thinRing, unproject, written } from './geometry.js'

const AROUND = 160 // drawing units beyond the frame, for the warp to pull in
const TINTS = 5
const FINE = 0.7 // of lines, in drawing units

/** Draws longitudes and latitudes on one board. */
class Pen {
  /** @param {Drawn} drawn */
  constructor({ width, height, map }) {
    this.map = map
    /** @type {Box} */
    this.box = { left: -AROUND, top: -AROUND, right: width + AROUND, bottom: height + AROUND }
  }

  /**
   * @param {Position[]} line
   * @returns {Point[]}
   */
  plane(line) {
    return line.map(([lon, lat]) => project(this.map, [lon, lat]))
  }

  /** @param {Position[][]} rings @param {number} least area of what is worth drawing */
  polygon(rings, least) {
    // A ring around the south pole would go around everything.
    const near = rings.filter((ring) => ring.some(([, lat]) => lat > -55))
    const cut = near.map((ring) => cutRing(this.plane(ring), this.box)).filter((ring) => ring.length > 2)
    const bent = cut.map((ring) => ring.map((point) => bend(this.map.warp, point)))
    const drawn = bent.filter((ring) => area(ring) > least).map((ring) => thinRing(ring, FINE))
    return drawn
      .filter((ring) => ring.length > 2)
      .map((ring) => written(ring, true))
      .join('')
  }

  /** @param {Position[]} line */
  line(line) {
    const cut = cutLine(this.plane(line), this.box)
    const bent = cut.map((part) => part.map((point) => bend(this.map.warp, point)))
    return bent.map((part) => written(thin(part, FINE), false)).join('')
  }

  /** @param {Geometry | null} geometry @param {number} [least] @returns {string} */
  draw(geometry, least = 16) {
    if (!geometry) return ''
    switch (geometry.type) {
      case 'Polygon':
        return this.polygon(geometry.coordinates, least)
      case 'MultiPolygon':
        return geometry.coordinates.map((rings) => this.polygon(rings, least)).join('')
      case 'LineString':
        return this.line(geometry.coordinates)
      case 'MultiLineString':
        return geometry.coordinates.map((line) => this.line(line)).join('')
      case 'GeometryCollection':
        return geometry.geometries.map((part) => this.draw(part, least)).join('')
      default:
        return ''
    }
  }
}

/**
 * Meridians and parallels every so many degrees.
 * @param {Pen} pen
 * @param {number} step
 */
function graticule(pen, step) {
  const { left, top, right, bottom } = pen.box
  /** @type {Point[]} */
  const edge = [
    [left, top],
    [(left + right) / 2, top],
    [right, top],
    [left, bottom],
    [(left + right) / 2, bottom],
    [right, bottom],
  ]
  const seen = edge.map((point) => unproject(pen.map, point))
  const [west, south] = [0, 1].map((axis) => Math.floor(Math.min(...seen.map((point) => point[axis])) / step) * step)
  const [east, north] = [0, 1].map((axis) => Math.ceil(Math.max(...seen.map((point) => point[axis])) / step) * step)
  const lons = range(west, east, step).map((lon) => range(south, north, step / 8).map((lat) => [lon, lat]))
  const lats = range(south, north, step).map((lat) => range(west, east, step / 8).map((lon) => [lon, lat]))
  return [...lons, ...lats].map((line) => pen.line(line)).join('')
}

/** @param {number} from @param {number} to @param {number} step */
const range = (from, to, step) => Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)

/**
 * One of a few tints for each region, different from its neighbours'.
 * @param {GeometryCollection} regions
 */
function tints(regions) {
  /** @type {number[]} */
  const chosen = []
  neighbors(regions.geometries).forEach((others, i) => {
    const used = others.map((other) => chosen[other])
    const free = range(0, TINTS - 1, 1).filter((tint) => !used.includes(tint))
    chosen[i] = free.length ? free[(i * 5 + others.length) % free.length] : i % TINTS
  })
  return chosen
}

/**
 * @param {Topology} world
 * @param {string} name
 * @returns {GeometryCollection}
 */
const layer = (world, name) => /** @type {GeometryCollection} */ (world.objects[name])

/** @param {Topology} world @param {string} name */
const features = (world, name) => /** @type {FeatureCollection} */ (feature(world, layer(world, name))).features

/**
 * A board that is a part of the world.
 * @param {Drawn} drawn
 * @param {{ regions: Topology, regionLayer: string, waters: Topology | null, chains: Record<string, Point[]>,
 *   own: FeatureCollection | null, step: number }} from waters: lakes and rivers, besides our own
 * @returns {Geography}
 */
export function geography(drawn, { regions, regionLayer, waters, chains, own, step }) {
  const pen = new Pen(drawn)
  const shapes = layer(regions, regionLayer)
  const tint = tints(shapes)
  const coloured = features(regions, regionLayer).map((one, i) => ({ path: pen.draw(one.geometry), tint: tint[i] }))
  return {
    ...hand(pen, own),
    regions: coloured.filter(({ path }) => path),
    land: features(regions, 'land')
      .map((one) => pen.draw(one.geometry))
      .join(''),
    borders: pen.draw(mesh(regions, shapes, (a, b) => a !== b)),
    lakes: (waters ? all(pen, features(waters, 'lakes'), 14) : '') + kind(pen, own, 'lake'),
    rivers: (waters ? all(pen, features(waters, 'rivers'), 0) : '') + kind(pen, own, 'river'),
    graticule: graticule(pen, step),
    peaks: relief(drawn, chains),
  }
}

/**
 * A board that is a city: everything on it is drawn by hand.
 * @param {Drawn} drawn
 * @param {FeatureCollection | null} own
 * @returns {Geography}
 */
export function cityGeography(drawn, own) {
  const pen = new Pen(drawn)
  const nothing = { regions: [], land: '', borders: '', peaks: [] }
  return { ...nothing, ...hand(pen, own), graticule: graticule(pen, 0.01) }
}

/**
 * Everything drawn by hand.
 * @param {Pen} pen
 * @param {FeatureCollection | null} own
 */
function hand(pen, own) {
  const [lakes, rivers, canals, parks, streets] = ['lake', 'river', 'canal', 'park', 'street'].map((name) =>
    kind(pen, own, name),
  )
  return { lakes, rivers, canals, parks, streets }
}

/** @param {Pen} pen @param {Feature[]} found @param {number} least */
const all = (pen, found, least) => found.map((one) => pen.draw(one.geometry, least)).join('')

/** @param {Pen} pen @param {FeatureCollection | null} own @param {string} name */
function kind(pen, own, name) {
  const found = own?.features.filter((one) => one.properties?.kind === name) ?? []
  return all(
    pen,
    found.map((one) => ({ ...one, geometry: smooth(one.geometry, name !== 'street') })),
    1,
  )
}

/**
 * A line drawn by hand with few points, without its corners; streets keep theirs.
 * @param {Geometry} geometry
 * @param {boolean} round
 * @returns {Geometry}
 */
function smooth(geometry, round) {
  if (!round) return geometry
  if (geometry.type === 'LineString')
    return { ...geometry, coordinates: rounded(/** @type {Point[]} */ (geometry.coordinates), false) }
  if (geometry.type !== 'Polygon') return geometry
  return {
    ...geometry,
    coordinates: geometry.coordinates.map((ring) => rounded(/** @type {Point[]} */ (ring.slice(0, -1)), true)),
  }
}
