/** Whether this browser keeps games by itself, known before anything that plays them is loaded. */
import { get } from './api'
import { me } from './me.svelte'
import type { MyGame } from './protocol'

const KEPT = 'eclisse.own'

export const noteOwn = (): void => localStorage.setItem(KEPT, '1')

export const keepsOwn = (): boolean => localStorage.getItem(KEPT) !== null

/** The games that this browser keeps beside a server's. */
export async function ownGames(): Promise<MyGame[]> {
  return keepsOwn() ? (await import('../own/games')).games() : []
}

/** Let finished games go along with whoever is signed in at a server, and theirs come here; whether some have come. */
export async function goAlong(): Promise<boolean> {
  if (!me.player) return false
  const there = await get<string[]>('players/me/records')
  return (keepsOwn() || there.length > 0) && (await import('../own/account')).exchange(there)
}
