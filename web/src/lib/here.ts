/** Who answers this page: a server, or only itself. `site/main.ts` says so before anything is shown. */
import type { Transport } from './feed/transport'

export interface Alone {
  /** Answers what a server would be asked; a refusal is thrown. */
  answer(method: string, path: string, body: unknown): Promise<unknown>
  /** The transport of a table of this browser. */
  transport(id: string): Transport
  /** The games of this browser as a text; which another one takes over, and says how many were new or had gone on. */
  written(): Promise<string>
  takenOver(text: string): Promise<number>
  /** Delete the games that are over; says how many. */
  forgetEnded(): Promise<number>
}

export const here: { alone: Alone | null } = { alone: null }
