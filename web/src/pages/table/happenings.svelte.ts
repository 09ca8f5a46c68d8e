/** Happenings at the table, seen, heard and read out: cards fly, tunnels are dug, turns are called. */
import { untrack } from 'svelte'
import { t } from '../../lib/i18n.svelte'
import { prefs } from '../../lib/prefs.svelte'
import type { Step } from '../../lib/protocol'
import { sentencesOf } from '../../lib/sentences'
import * as sound from '../../lib/sound'
import { flyCards } from './hand/fly'
import type { Play } from './play.svelte'

type Event = Step['events'][number]
type Tunnel = Extract<Event, { kind: 'tunnel' }>

export interface Digging {
  revealed: string[]
  surcharge: number
  route: string | null
  digger: number
}

const SOUNDS: Partial<Record<Event['kind'], sound.Sound>> = {
  took: 'card',
  drew: 'card',
  claimed: 'cars',
  built: 'cars',
  placed: 'cars',
  kept: 'ticket',
  tunnel: 'tunnel',
  'last-round': 'last',
  over: 'end',
}

/** Follows a table; to be made while a component is set up. */
export class Happenings {
  /** Routes that were just claimed. */
  fresh: ReadonlySet<string> = $state.raw(new Set())
  /** The latest news in words, for screen readers. */
  announced = $state('')
  /** A tunnel that somebody has just dug. */
  dug: Digging | null = $state.raw(null)
  #play: Play
  #market: readonly string[] = []
  #wasMine = false

  constructor(play: Play) {
    this.#play = play
    $effect(() => {
      const steps = play.feed.fresh
      untrack(() => this.#happen(steps))
    })
  }

  #happen(steps: readonly Step[]): void {
    const events = steps.flatMap((step) => step.events)
    if (prefs.motion && steps.length <= 6) flyCards(steps, this.#market, this.#play.seat)
    this.#market = this.#play.update?.view.market ?? []
    this.fresh = new Set(events.flatMap((event) => (event.kind === 'claimed' ? [event.route] : [])))
    for (const event of events) {
      const heard = SOUNDS[event.kind]
      if (heard) sound.play(heard)
      if (event.kind === 'tunnel') this.#dig(event, events)
    }
    this.#announce(steps)
  }

  #announce(steps: readonly Step[]): void {
    const texts = steps.flatMap((step) => sentencesOf(step, this.#play.names, this.#play.who))
    const mine = this.#play.myTurn
    const called = mine && !this.#wasMine
    if (called) callIn()
    if (texts.length || mine !== this.#wasMine)
      this.announced = [...texts, called ? t('table.your-turn') : ''].join(' ')
    this.#wasMine = mine
  }

  #dig(event: Tunnel, events: readonly Event[]): void {
    const after = events.find((one) => one.kind === 'claimed')
    const made: Digging = {
      revealed: event.revealed,
      surcharge: event.surcharge,
      route: this.#play.update?.view.route ?? after?.route ?? null,
      digger: event.seat ?? 0,
    }
    this.dug = made
    setTimeout(() => this.dug === made && (this.dug = null), prefs.motion ? 2600 : 1200)
  }
}

function callIn(): void {
  sound.play('turn')
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted')
    new Notification('Éclisse', { body: t('table.notify-text'), tag: 'eclisse-turn' })
}
