/** `node traps.mjs MODULE CALLS…`: makes calls such as `room(16)` one after the other, and says what each answers. */
import { readFileSync } from 'node:fs'

const [file, ...calls] = process.argv.slice(2)
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {})
const answers = []
for (const call of calls) {
  const [name, given] = call.slice(0, -1).split('(')
  const number = given === 'last' ? answers.at(-1) : given === 'first' ? answers[0] : Number(given || 0)
  try {
    answers.push(exports[name](number) ?? null)
  } catch (error) {
    answers.push(`${error.name}: ${error.message}`)
    break
  }
}
process.stdout.write(JSON.stringify(answers))
