/** `node build/package.js ENGINE OUT`: the engine as a package for npm, with the files of a folder, packed into OUT. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const [engine, out] = process.argv.slice(2).map((path) => resolve(path))
if (!engine || !out) throw new Error('node build/package.js ENGINE OUT')
const folder = join(out, 'package')

rmSync(out, { recursive: true, force: true })
mkdirSync(join(folder, 'files'), { recursive: true })
execFileSync(join(web, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.package.json', '--outDir', folder], {
  cwd: web,
  stdio: 'inherit',
})

// Declarations name the sources; what lies beside them is JavaScript.
for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.d.ts'),
)) {
  const file = join(folder, entry)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}
for (const name of readdirSync(engine).filter((name) => !name.endsWith('.ts')))
  cpSync(join(engine, name), join(folder, 'files', name))
cpSync(join(web, 'package', 'README.md'), join(folder, 'README.md'))
cpSync(join(web, '..', 'LICENSE'), join(folder, 'LICENSE'))

const { version, engines } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'))
const about = {
  name: 'eclisse',
  version,
  description: 'Railway route-building board games with rules and bots, as WebAssembly',
  license: 'MIT',
  type: 'module',
  engines,
  exports: { '.': { types: './engine/package.d.ts', default: './engine/package.js' } },
}
writeFileSync(join(folder, 'package.json'), JSON.stringify(about, null, 2) + '\n')
execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder, stdio: 'inherit' })
