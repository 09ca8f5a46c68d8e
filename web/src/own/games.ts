/** The games of this browser: begun, listed, dealt once more, taken elsewhere and back. */
import { styles } from '../generated/engine/layout'
import type { Level } from '../engine/bots'
import { randomKey } from '../engine/game'
import { gameOf, infoOf } from '../engine/info'
import { type Kept, read, readAll, remove, type Seat, write } from '../engine/kept'
import { asked } from '../engine/thread'
import { Refused } from '../lib/api'
import { here, OWN } from '../lib/here'
import { t } from '../lib/i18n.svelte'
import { noteOwn } from '../lib/own'
import type { MyGame, NewTable, TableInfo } from '../lib/protocol'
import { named, player } from './player'

/** The seats of a new table: bots are called after its key, and nobody has a name twice. */
function seated({ seats }: NewTable, key: string): Seat[] {
  const made: Seat[] = seats.map(({ kind, name, level }) =>
    kind === 'you'
      ? { kind: 'player', name: name || player().name, level: null }
      : { kind: 'bot', name: '', level: (level ?? 'medium') as Level },
  )
  const first = Number(BigInt(`0x${key}`) % BigInt(styles.NAMES.length))
  const free = [...styles.NAMES.slice(first), ...styles.NAMES.slice(0, first)]
  for (const seat of made.filter(({ kind }) => kind === 'bot'))
    seat.name = free.find((name) => made.every((other) => other.name.toLowerCase() !== name.toLowerCase())) ?? '?'
  return made
}

const keyOf = (seed: string): string =>
  seed.length === 32 ? seed.toLowerCase() : BigInt(seed).toString(16).padStart(32, '0')

/** Keep a game; where the browser has no room or does not allow it, it says so. */
const store = (kept: Kept): Promise<void> =>
  write(kept).catch((error: unknown) => {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    throw new Refused('unavailable', t(isFull ? 'alone.full' : 'alone.refused'))
  })

export async function create(wish: NewTable): Promise<TableInfo> {
  const key = wish.seed ? keyOf(wish.seed) : randomKey()
  const seats = seated(wish, key)
  const deal = { game: wish.game, modules: wish.modules ?? [], seats: seats.length, key, first: wish.first ?? null }
  const people = seats.filter(({ kind }) => kind === 'player').length
  const rest = { planning: people === 1 || !!wish.planning, createdAt: Date.now() / 1000, scores: null, rematch: null }
  const kept: Kept = { id: OWN + randomKey(), deal, seats, log: [], ...rest }
  await store(kept)
  noteOwn()
  void navigator.storage?.persist?.() // a browser that may do so keeps the games for good
  return infoOf(kept)
}

/** Begin a game where the page of a server stays its host; Refused (`unavailable`) where this browser cannot. */
export async function begin(wish: NewTable, name: string): Promise<TableInfo> {
  await asked({ what: 'ready' })
  named({ name })
  return create(wish)
}

export async function known(id: string): Promise<Kept> {
  const kept = await read(id).catch(() => undefined)
  if (!kept) throw new Refused('unknown_table', t('alone.no-game'))
  return kept
}

/** The same seats once more, with other cards. */
export async function again(id: string): Promise<TableInfo> {
  const kept = await known(id)
  const next = kept.rematch && (await read(kept.rematch))
  if (next) return infoOf(next)
  const seats = kept.seats.map(({ kind, name, level }) =>
    kind === 'player' ? { kind: 'you', name } : { kind: 'bot', level },
  )
  const wish = { ...kept.deal, planning: kept.planning, seats } as unknown as NewTable
  const made = await create(wish)
  await store({ ...kept, rematch: made.id })
  return made
}

/** All of them, the latest first; none where the browser does not let the page keep anything. */
export const games = async (): Promise<MyGame[]> =>
  (await readAll().catch(() => [])).map(gameOf).sort((one, other) => other.changed_at - one.changed_at)

/** All games as a text that another browser takes over. */
export const written = async (): Promise<string> => JSON.stringify({ eclisse: 1, games: await readAll() })

/** Take over the games of such a text, each judged from its first card; returns how many were new or had gone on. */
export async function takenOver(text: string): Promise<number> {
  let taken = 0
  for (const one of gamesOf(text)) {
    const kept = withOwnId(await asked({ what: 'kept', kept: one }))
    const own = await read(kept.id)
    if (own && own.log.length >= kept.log.length) continue
    await store(kept)
    taken++
  }
  if (taken) noteOwn()
  return taken
}

/** A server may have a game with the id that a page without one once gave. */
const withOwnId = (kept: Kept): Kept => (here.alone || kept.id.startsWith(OWN) ? kept : { ...kept, id: OWN + kept.id })

function gamesOf(text: string): unknown[] {
  try {
    const { games } = JSON.parse(text) as { games?: unknown }
    if (Array.isArray(games)) return games
  } catch {
    // said below
  }
  throw new Refused('invalid', t('alone.not-games'))
}

/** Forget the games that are over; returns how many. */
export async function forgetEnded(): Promise<number> {
  const ended = (await readAll()).filter(({ scores }) => scores)
  await remove(ended.map(({ id }) => id))
  return ended.length
}
