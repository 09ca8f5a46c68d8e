/** Small synthesised sounds: a card, wheels on rails, a bell, a whistle. */
import { prefs } from './prefs.svelte'

let context: AudioContext | null = null

/** Browsers allow sound only after somebody has touched the page. */
export function wake(): void {
  if (prefs.sound && !context && 'AudioContext' in window) context = new AudioContext()
}

interface Note {
  at?: number
  for: number
  from: number
  to?: number
  loud?: number
  shape?: OscillatorType
}

function note(audio: AudioContext, { at = 0, for: length, from, to = from, loud = 0.12, shape = 'sine' }: Note) {
  const start = audio.currentTime + at
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  tone.type = shape
  tone.frequency.setValueAtTime(from, start)
  tone.frequency.exponentialRampToValueAtTime(to, start + length)
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  tone.connect(gain).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length + 0.02)
}

function hiss(audio: AudioContext, at: number, length: number, pitch: number, loud: number) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length)
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  const gain = audio.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start(audio.currentTime + at)
}

const SOUNDS = {
  card: (audio: AudioContext) => hiss(audio, 0, 0.09, 2600, 0.22),
  cars: (audio: AudioContext) => [0, 0.11, 0.22].forEach((at) => hiss(audio, at, 0.07, 700, 0.4)),
  tunnel: (audio: AudioContext) => note(audio, { for: 0.5, from: 110, to: 70, loud: 0.16, shape: 'triangle' }),
  turn: (audio: AudioContext) => {
    note(audio, { for: 0.5, from: 880, loud: 0.1 })
    note(audio, { at: 0.13, for: 0.7, from: 1318, loud: 0.08 })
  },
  ticket: (audio: AudioContext) =>
    [660, 880, 1108].forEach((from, i) => note(audio, { at: i * 0.09, for: 0.35, from, loud: 0.07 })),
  last: (audio: AudioContext) =>
    [523, 659, 784].forEach((from) => note(audio, { for: 1, from, to: from * 0.985, loud: 0.06, shape: 'sawtooth' })),
  end: (audio: AudioContext) =>
    [392, 523, 659, 784].forEach((from, i) =>
      note(audio, { at: i * 0.14, for: 0.8, from, loud: 0.09, shape: 'triangle' }),
    ),
}

export type Sound = keyof typeof SOUNDS

/** Play a sound, unless it is switched off or nobody has touched the page yet. */
export function play(sound: Sound): void {
  if (prefs.sound && context?.state === 'running') SOUNDS[sound](context)
}
