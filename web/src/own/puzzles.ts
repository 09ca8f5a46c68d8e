/** Puzzles from files that come with the engine: it shows the position, and the verdicts were written with the files. */
import { asked } from '../engine/thread'
import { Refused } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { href } from '../lib/router.svelte'
import type { Puzzle, PuzzleRow, Puzzles, Verdict, WhyNot } from '../lib/protocol'

interface Written extends PuzzleRow {
  seat: number
  position: Record<string, unknown>
  solution: Verdict // of somebody who does not answer
  losses: Record<string, number> // what those decisions give away that were tried
  worst: number // any other gives away as much or more
}

interface List extends Omit<Puzzles, 'day' | 'today'> {
  first_day: string // on which the first puzzle is the one of the day
  stride: number // puzzles from one day to the next
}

const DAY = 86_400_000 // milliseconds

/** A file as it was built last: the browser asks whether what it has is still that. */
async function file<Content>(name: string): Promise<Content> {
  const answer = await fetch(href(`engine/${name}.json`), { cache: 'no-cache' }).catch(() => null)
  if (!answer?.ok) throw new Refused('unavailable', t('alone.not-here'))
  return answer.json() as Promise<Content>
}

/** All of them, and the one of this day. */
async function listed(): Promise<Puzzles> {
  const { first_day, stride, bots, puzzles } = await file<List>('puzzles')
  const day = new Date().toISOString().slice(0, 10)
  const days = (Date.parse(day) - Date.parse(first_day)) / DAY
  const today = puzzles[(days * stride) % puzzles.length]!.number
  return { day, today, bots, puzzles }
}

let positions: Promise<Written[]> | undefined
async function written(number: number): Promise<Written> {
  positions ??= file<Written[]>('positions')
  positions.catch(() => (positions = undefined))
  const found = (await positions).find((one) => one.number === number)
  if (!found) throw new Refused('not_found', t('app.lost'))
  return found
}

async function shown(number: number): Promise<Puzzle> {
  const { position, seat, game, modules, seats, difficulty } = await written(number)
  const { update, paths, names } = await asked({ what: 'puzzle', position, seat })
  return { number, game, modules, seats, difficulty, seat, update, paths, names }
}

async function judged(number: number, action: string | null): Promise<Verdict> {
  const { position, seat, solution, losses, worst } = await written(number)
  if (action === null) return solution
  const loss = losses[await asked({ what: 'decision', position, seat, action })]
  return { ...solution, right: loss === 0, loss: loss ?? worst, at_least: loss === undefined }
}

async function whyNot(number: number, route: string): Promise<WhyNot> {
  const { position, seat } = await written(number)
  return { number: 0, faults: await asked({ what: 'whyNot', position, seat, route }) }
}

/** The answer to what a server would be asked at `puzzles…`. */
export function puzzles(address: string, body: unknown): Promise<unknown> {
  const [path = '', rest] = address.split('?')
  const [, number, what] = path.split('/')
  if (!number) return listed()
  if (what === 'answer') return judged(Number(number), (body as { action: string | null }).action)
  return what === 'why-not'
    ? whyNot(Number(number), new URLSearchParams(rest).get('route') ?? '')
    : shown(Number(number))
}
