/** `npm run protocol`: TypeScript types of all messages and bodies, from the server's OpenAPI document. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const venv = join(web, '..', '.venv', 'bin', 'python')
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : 'python3')

const made = spawnSync(python, ['-m', 'eclisse.cli', 'openapi'], { encoding: 'utf8', maxBuffer: 1 << 26 })
if (made.status !== 0) {
  console.error(`${made.stderr}\nThe protocol could not be read with ${python}; set PYTHON to one that has eclisse.`)
  process.exit(1)
}
const types = await openapiTS(JSON.parse(made.stdout), { rootTypes: true, rootTypesNoSchemaPrefix: true })
mkdirSync(join(web, 'src', 'generated'), { recursive: true })
writeFileSync(join(web, 'src', 'generated', 'protocol.ts'), astToString(types))
