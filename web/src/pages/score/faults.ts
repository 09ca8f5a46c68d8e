/** The server's faults of a position as sentences in the reader's language; one we do not know is shown as it came. */

import { keyOf } from '../../lib/codes'
import type { Key } from '../../lib/i18n.svelte'

type Say = (key: Key, params: Record<string, string | number>) => string
export interface Speaker {
  t: Say
  seat: (seat: number) => string
  route: (id: string) => string
  city: (id: string) => string
  ticket: (id: string) => string
}

type Groups = Record<string, string>
const PATTERNS: [RegExp, (found: Groups, by: Speaker) => string][] = [
  [
    /^routes: seat (?<seat>\d) has placed (?<n>\d+) (?<what>trains|subways) of (?<has>\d+)$/,
    (f, by) => by.t(keyOf('score.fault', f.what!), { who: by.seat(+f.seat!), n: +f.n!, has: +f.has! }),
  ],
  [
    /^routes: both tracks of (?<route>\S+) belong to seat (?<seat>\d);/,
    (f, by) => by.t('score.fault-both-owned', { route: by.route(f.route!), who: by.seat(+f.seat!) }),
  ],
  [
    /^routes: both tracks of (?<route>\S+) are taken, but with (?<n>\d) seats/,
    (f, by) => by.t('score.fault-both-taken', { route: by.route(f.route!), n: +f.n! }),
  ],
  [
    /^(?<kind>stations|depots): seat (?<seat>\d) has placed (?<n>\d+), but has (?<has>\d+) in this game$/,
    (f, by) => by.t(keyOf('score.fault', f.kind!), { who: by.seat(+f.seat!), n: +f.n!, has: +f.has! }),
  ],
  [
    /^depots_left: seat (?<seat>\d) can have at most (?<n>-?\d+) left/,
    (f, by) => by.t('score.fault-left', { who: by.seat(+f.seat!), n: Math.max(+f.n!, 0) }),
  ],
  [
    /^(?:stations|depots): (?<city>\S+) has more than one building$/,
    (f, by) => by.t('score.fault-buildings', { city: by.city(f.city!) }),
  ],
  [
    /^(?:stations|depots): (?<city>\S+) is a border exit, not a city$/,
    (f, by) => by.t('score.fault-exit', { city: by.city(f.city!) }),
  ],
  [
    /^(?:tickets of seat \d): (?<ticket>\S+) is also in tickets of seat (?<seat>\d)$/,
    (f, by) => by.t('score.fault-ticket', { ticket: by.ticket(f.ticket!), who: by.seat(+f.seat!) }),
  ],
]

/** One sentence a fault. */
export function sentences(message: string, by: Speaker): string[] {
  return [...new Set(message.split('\n').map((line) => sentence(line, by)))]
}

function sentence(line: string, by: Speaker): string {
  for (const [pattern, say] of PATTERNS) {
    const found = pattern.exec(line)?.groups
    if (found) return say(found as Groups, by)
  }
  return line
}
