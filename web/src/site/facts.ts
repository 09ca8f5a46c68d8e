/** Facts that were written into files when the site was built. */
import { Refused } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { href } from '../lib/router.svelte'

export async function facts<Answer>(name: string): Promise<Answer> {
  const answer = await fetch(href(`facts/${name}.json`)).catch(() => null)
  if (!answer?.ok) throw new Refused('not_found', t('alone.not-here'))
  return answer.json() as Promise<Answer>
}

type Places = Record<string, number> // of the value of each field

interface Written {
  values: unknown[]
  facts: Record<string, Places> // by modules
  clauses: Record<string, Places>
}

/** Facts (`games/usa`) or clauses (`games/usa/clauses`) of a game with some modules. */
export async function ofGame(path: string, modules: string[]): Promise<unknown> {
  const [, game = '', what] = path.split('/')
  const { values, ...written } = await facts<Written>(`games/${game}`)
  const places = written[what === 'clauses' ? what : 'facts'][modules.toSorted().join('+')]
  if (!places) throw new Refused('not_found', t('alone.not-here'))
  return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, values[place]]))
}
