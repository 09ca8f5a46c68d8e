/** Who answers this page: a server, or only itself. `site/main.ts` says so before anything is shown. */
export interface Alone {
  /** Answers what a server would be asked; a refusal is thrown. */
  answer(method: string, path: string, body: unknown): Promise<unknown>
}

export const here: { alone: Alone | null } = { alone: null }

/** How the ids of games begin that a browser has begun by itself; those of servers never do. */
export const OWN = 'own-'

/** Whether this browser keeps a game, and no server knows it. */
export const isOwn = (id: string): boolean => !!here.alone || id.startsWith(OWN)
