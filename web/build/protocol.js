/** `npm run protocol`: TypeScript types of all messages and bodies, and of the drawings of boards, from their schemas. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const venv = join(web, '..', '.venv', 'bin', 'python')
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : 'python3')

/** The JSON that a module of eclisse prints. @param {string[]} args */
function printed(...args) {
  const made = spawnSync(python, ['-m', ...args], { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (made.status === 0) return JSON.parse(made.stdout)
  console.error(`${made.stderr}\nThe schemas could not be read with ${python}; set PYTHON to one that has eclisse.`)
  process.exit(1)
}

/** The schema of one thing as a document that openapi-typescript reads. @param {any} schema */
function document({ $defs, ...schema }) {
  const text = JSON.stringify({ ...$defs, [schema.title]: schema }).replaceAll('#/$defs/', '#/components/schemas/')
  return {
    openapi: '3.1.0',
    info: { title: schema.title, version: '1' },
    paths: {},
    components: { schemas: JSON.parse(text) },
  }
}

/** @param {string} name @param {any} read */
async function write(name, read) {
  const types = await openapiTS(read, { rootTypes: true, rootTypesNoSchemaPrefix: true })
  writeFileSync(join(web, 'src', 'generated', `${name}.ts`), astToString(types))
}

mkdirSync(join(web, 'src', 'generated'), { recursive: true })
await write('protocol', printed('eclisse.cli', 'openapi'))
await write('board', document(printed('eclisse.boards.layout', '--schema')))
