/** SHA-256 of a text in hexadecimal digits. Browsers have their own over https only; games at home are played over http. */
const primes = (count: number) => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n)
  return found
}
const bits = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
const ROUNDS = primes(64).map((prime) => bits(Math.cbrt(prime)))
const START = primes(8).map((prime) => bits(Math.sqrt(prime)))
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

export function sha256(text: string): string {
  const message = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer(((message.length + 72) >> 6) << 6))
  message.forEach((byte, place) => padded.setUint8(place, byte))
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 4, message.length * 8)
  let state = START
  for (let block = 0; block < padded.byteLength; block += 64) state = mixed(state, padded, block)
  return state.map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** The state after one block of 64 bytes. */
function mixed(state: number[], data: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, i) => data.getUint32(block + 4 * i))
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2]!, words[i - 15]!]
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words.push((words[i - 16]! + low + words[i - 7]! + high) >>> 0)
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) >>> 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) >>> 0)
}
