/** The preferences of this device: language, theme, sound, motion, the pace of the others. */

type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'fr'
export const PACES = ['instant', 'normal', 'slow'] as const
export type Pace = (typeof PACES)[number]

interface Choices {
  language: Language
  theme: Theme
  sound: boolean
  motion: boolean // animations, where the system does not ask for less
  confirm: boolean // every decision, not only those that cost something
  doubt: boolean // against bots, the coach asks before a clear mistake
  elsewhere: boolean // games against bots are the server's too, so that another device can go on with them
  pace: Pace // at which the moves of the others are shown
  colour: number | null // of your pieces; null: that of the seat
  mute: boolean // no chat
  pins: boolean // planning aids: pinned tickets, the cards still out there, prices under the mouse
  counts: boolean
  prices: boolean
}

const KEY = 'eclisse.prefs'
const touch = () => matchMedia('(pointer: coarse)').matches

function stored(): Choices {
  const first: Choices = {
    language: navigator.language.startsWith('fr') ? 'fr' : 'en',
    theme: 'system',
    sound: true,
    motion: true,
    confirm: touch(),
    doubt: false,
    elsewhere: false,
    pace: 'normal',
    colour: null,
    mute: false,
    pins: true,
    counts: true,
    prices: true,
  }
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) }
  } catch {
    return first
  }
}

class Prefs {
  #all: Choices = $state(stored())
  #dark = $state(false)

  constructor() {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const look = () => {
      this.#dark = system.matches
      this.apply()
    }
    system.addEventListener('change', look)
    look()
  }

  get language() {
    return this.#all.language
  }
  get theme() {
    return this.#all.theme
  }
  get sound() {
    return this.#all.sound
  }
  get confirm() {
    return this.#all.confirm
  }
  get doubt() {
    return this.#all.doubt
  }
  get elsewhere() {
    return this.#all.elsewhere
  }
  get colour() {
    return this.#all.colour
  }
  get pace() {
    return this.#all.pace
  }
  get mute() {
    return this.#all.mute
  }
  get pins() {
    return this.#all.pins
  }
  get counts() {
    return this.#all.counts
  }
  get prices() {
    return this.#all.prices
  }
  /** Whether things may move. */
  get motion() {
    return this.#all.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  /** The theme in use. */
  get shown(): 'light' | 'dark' {
    if (this.#all.theme !== 'system') return this.#all.theme
    return this.#dark ? 'dark' : 'light'
  }

  set<Key extends keyof Choices>(key: Key, value: Choices[Key]) {
    this.#all[key] = value
    this.keep(key, value)
    this.apply()
  }

  /** For the next time that a page is opened. */
  keep<Key extends keyof Choices>(key: Key, value: Choices[Key]) {
    localStorage.setItem(KEY, JSON.stringify({ ...this.#all, [key]: value }))
  }

  /** Tell the document. */
  apply() {
    document.documentElement.lang = this.language
    document.documentElement.dataset.theme = this.shown
    document.documentElement.classList.toggle('still', !this.motion)
  }
}

export const prefs = new Prefs()
