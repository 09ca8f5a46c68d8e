/** The pieces that tickets take, as the game calls them. */
import { list, t } from '../../../lib/i18n.svelte'
import type { GameFacts, TicketPath } from '../../../lib/protocol'

type Rules = Pick<GameFacts['rules'], 'pieces'>

/** So many pieces. */
export function piecesText({ trains, subways }: { trains: number; subways: number }, rules: Rules): string {
  if (!rules.pieces[1]) return t('plan.trains', { n: trains })
  const pieces = [trains ? t('plan.trains', { n: trains }) : '', subways ? t('table.n-subways', { n: subways }) : '']
  return list(pieces.filter((text) => text))
}

/** The pieces that a ticket still lacks, in words. */
export function lacks(path: TicketPath, rules: Rules): string {
  if (path.cut_off) return t('table.cut-off')
  if (!rules.pieces[1]) return t('table.missing', { n: path.trains })
  return t('table.missing-pieces', { pieces: piecesText(path, rules) })
}
