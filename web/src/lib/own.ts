/** Whether this browser keeps games by itself, known before anything that plays them is loaded. */
import type { MyGame } from './protocol'

const KEPT = 'eclisse.own'

export const noteOwn = (): void => localStorage.setItem(KEPT, '1')

export const keepsOwn = (): boolean => localStorage.getItem(KEPT) !== null

/** The games that this browser keeps beside a server's. */
export async function ownGames(): Promise<MyGame[]> {
  return keepsOwn() ? (await import('../own/games')).games() : []
}
