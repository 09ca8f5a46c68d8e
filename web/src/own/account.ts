/** Finished games of this browser go along with whoever is signed in at a server, and come to their other browsers. */
import { type Kept, readAll, write } from '../engine/kept'
import { asked } from '../engine/thread'
import { ask, get, Refused } from '../lib/api'
import { OWN } from '../lib/here'
import { noteOwn } from '../lib/own'

const MOST = 100 // that a server keeps of a player
const TOLD = 'eclisse.told' // the ids of games that a server has been told of: what is deleted there is not told again

interface Told {
  game: string
  modules: string[]
  seats: string[]
  key: string
  first?: number | null
  actions: [number, string][]
  started_at: number
  by: Kept['log'][number]['by'][]
  bots: ({ level: string } | null)[]
}

const bare = (id: string): string => id.slice(OWN.length)
const address = (id: string): string => `players/me/records/${bare(id)}`

function told(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(TOLD) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

/** Tell the server of the latest games it does not know, and take over those that this browser does not have. */
export async function exchange(there: readonly string[]): Promise<boolean> {
  const here = new Map((await readAll()).map((kept) => [kept.id, kept]))
  const over = [...here.values()].filter(({ scores }) => scores).sort((a, b) => b.createdAt - a.createdAt)
  const known = there.map((id) => OWN + id)
  const heard = new Set([...told(), ...known])
  const keep = () => localStorage.setItem(TOLD, JSON.stringify([...heard]))
  for (const kept of over.slice(0, MOST).filter(({ id }) => !heard.has(id))) {
    await unlessRefused(async () => ask('PUT', address(kept.id), { record: await asked({ what: 'record', kept }) }))
    heard.add(kept.id)
    keep()
  }
  const missing = known.filter((id) => !here.has(id))
  for (const id of missing)
    await unlessRefused(async () =>
      write(await asked({ what: 'kept', kept: keptOf(id, await get<Told>(address(id))) })),
    )
  if (missing.length) noteOwn()
  keep()
  return missing.length > 0
}

/** Do something with a game; one by the rules of another version stays where it is. */
async function unlessRefused(what: () => Promise<unknown>): Promise<void> {
  await what().catch((error: unknown) => {
    if (!(error instanceof Refused && error.code === 'invalid')) throw error
  })
}

/** A record as this browser keeps a game; the engine judges it before it is kept. */
function keptOf(id: string, record: Told): Kept {
  const { game, modules, seats, key, first, actions, started_at: at, by, bots } = record
  return {
    id,
    deal: { game, modules, seats: seats.length, key, first: first ?? null },
    seats: seats.map((name, i) => {
      const level = (bots[i]?.level ?? null) as Kept['seats'][number]['level']
      return { kind: level ? 'bot' : 'player', name, level }
    }),
    log: actions.map(([seat, action], i) => ({ seat, action, by: by[i]!, at })),
    planning: true,
    createdAt: at,
    scores: null,
    rematch: null,
  }
}
