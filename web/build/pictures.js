/** `npm run pictures`: a small picture of each board, for lists of games, and what the server draws from; from what boards.js has made. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const made = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src', 'generated')
const INK = '#33261b'
/** @type {Record<string, string>} */
const COLOURS = {
  pink: '#cf7fae',
  blue: '#3c74a8',
  orange: '#dd7c2c',
  white: '#fbf8f0',
  green: '#578a42',
  yellow: '#e8c037',
  black: '#3d3835',
  red: '#bb3a2e',
  gray: '#b1a897',
}
const TINTS = ['#f5e6b6', '#f1cfb8', '#d5deb4', '#ebd197', '#e2d1d3']

/** @param {string} kind @param {string} file */
const read = (kind, file) => JSON.parse(readFileSync(join(made, kind, file), 'utf8'))

/** @param {any} route */
const cars = (route) =>
  route.slots
    .map((/** @type {any} */ { x, y, angle, length }) => {
      const turn = (angle * Math.PI) / 180
      const [dx, dy] = [(Math.cos(turn) * length * 0.42).toFixed(1), (Math.sin(turn) * length * 0.42).toFixed(1)]
      return `M${(x - +dx).toFixed(1)} ${(y - +dy).toFixed(1)}L${(x + +dx).toFixed(1)} ${(y + +dy).toFixed(1)}`
    })
    .join('')

/** @param {any} layout @param {any} ground */
function picture(layout, ground) {
  const { width, height, city_radius: radius } = layout
  const isCity = !ground.land
  const under = isCity
    ? `<rect width="${width}" height="${height}" fill="#e8d3b0"/><path d="${ground.parks}" fill="#cdd8ab"/>` +
      `<path d="${ground.streets}" fill="none" stroke="#fbf3df" stroke-width="5"/>` +
      `<path d="${ground.rivers}" fill="none" stroke="#a9c6c6" stroke-width="14"/>`
    : `<rect width="${width}" height="${height}" fill="#c5d6d0"/><path d="${ground.land}" fill="#f0e4c6" stroke="#4a5a55" stroke-width="2"/>` +
      ground.regions.map((/** @type {any} */ { path, tint }) => `<path d="${path}" fill="${TINTS[tint]}"/>`).join('') +
      `<path d="${ground.lakes}" fill="#c5d6d0"/>`
  const all = Object.keys(COLOURS).map((colour) =>
    layout.routes
      .filter((/** @type {any} */ route) => route.colour === colour)
      .map(cars)
      .join(''),
  )
  const lines =
    `<path d="${all.join('')}" stroke="${INK}" stroke-width="11"/>` +
    all
      .map((path, i) => path && `<path d="${path}" stroke="${Object.values(COLOURS)[i]}" stroke-width="8.500"/>`)
      .join('')
  const towns = layout.cities
    .map((/** @type {any} */ { x, y }) => `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius}"/>`)
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="18 18 ${(width - 36).toFixed(0)} ${(height - 36).toFixed(0)}" preserveAspectRatio="xMidYMid slice">` +
    `${under}<g fill="none">${lines}</g><g fill="#9c2f22" stroke="#fbf3df" stroke-width="3">${towns}</g></svg>`
  )
}

/** The ground under the routes, as paths to fill or to follow. @param {any} layout @param {any} ground */
function under({ width, height }, ground) {
  const board = `M0 0l${width} 0 0 ${height}-${width} 0z`
  const parts = ground.land
    ? [
        { fill: '#c5d6d0', path: board },
        { fill: '#f0e4c6', path: ground.land },
        ...ground.regions.map((/** @type {any} */ { path, tint }) => ({ fill: TINTS[tint], path })),
        { fill: '#c5d6d0', path: ground.lakes },
      ]
    : [
        { fill: '#e8d3b0', path: board },
        { fill: '#cdd8ab', path: ground.parks },
        { stroke: '#fbf3df', width: 5, path: ground.streets },
        { stroke: '#a9c6c6', width: 14, path: ground.rivers },
      ]
  return parts.filter(({ path }) => path)
}

/** A board for the server, which draws finished games for messengers. @param {any} layout @param {any} ground */
const drawing = (layout, ground) => ({
  width: layout.width,
  height: layout.height,
  radius: layout.city_radius,
  ground: under(layout, ground),
  cities: layout.cities.map((/** @type {any} */ { x, y }) => [x, y]),
  routes: Object.fromEntries(
    layout.routes.map((/** @type {any} */ { id, slots }) => [
      id,
      slots.map((/** @type {any} */ { x, y, angle, length }) => [x, y, angle, length]),
    ]),
  ),
})

const served = join(made, '..', '..', 'public', 'generated')
mkdirSync(join(made, 'pictures'), { recursive: true })
mkdirSync(served, { recursive: true })
for (const file of readdirSync(join(made, 'layouts'))) {
  const [layout, ground] = [read('layouts', file), read('geography', file)]
  writeFileSync(join(made, 'pictures', file.replace('.json', '.svg')), picture(layout, ground))
  writeFileSync(join(served, file), JSON.stringify(drawing(layout, ground)))
}
