/**
 * `node asks.mjs ENGINE SOURCES`: puts the questions that `asks.py` has put to the server to the page's engine, and says
 * of each where the answer differs.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { difference } from './compare.mjs'

const [folder, sources] = [resolve(process.argv[2]), resolve(process.argv[3])]
const read = (name) => readFileSync(join(folder, name))
const load = (name) => import(join(sources, name))
const [{ Desk }, { answer }, { Refused }] = await Promise.all(['desk.ts', 'service.ts', 'faults.ts'].map(load))
const module = new WebAssembly.Module(read('engine.wasm'))
const desk = new Desk(module, JSON.parse(read('games.json')), new Uint8Array(read('games.bin')))

function answered(question) {
  try {
    return answer(desk, question)
  } catch (error) {
    if (!(error instanceof Refused)) return { trouble: error.stack }
    return { code: error.code, faults: error.faults }
  }
}

const before = desk.engine.in_use()
const found = JSON.parse(readFileSync(0)).map(({ question, expected }, i) => {
  const wrong = difference(JSON.parse(JSON.stringify(answered(question))), expected)
  return wrong ? `${i} ${question.what}${wrong}` : ''
})
process.stdout.write(JSON.stringify({ found, left: desk.engine.in_use() - before }))
