/** Requests to the server, relative to the document's base. */
import { BOARDS } from './board/boards'
import { here, isOwn } from './here'
import { href } from './router.svelte'
import type {
  BoardFacts,
  Catalogue,
  Clauses,
  FaultInfo,
  GameFacts,
  GameRow,
  Refusal,
  Replay,
  TableInfo,
} from './protocol'

/** An answer that refuses, or none at all (`offline`). */
export class Refused extends Error {
  constructor(
    readonly code: Refusal['code'] | 'offline',
    message: string,
    readonly faults: FaultInfo[] = [],
  ) {
    super(message)
  }
}

/** Whether a request is about a game that this browser keeps. */
function ofOwn(path: string): boolean {
  const [what, id = ''] = path.split(/[/?]/)
  return what === 'tables' && isOwn(id)
}

const isPuzzle = (path: string): boolean => /^puzzles(\/\d.*)?$/.test(path)

let isWithoutPuzzles = false

/** What the page says of puzzles; undefined where it cannot: the server shows and judges them too. */
async function ofPuzzles(path: string, body: unknown): Promise<unknown> {
  if (isWithoutPuzzles) return undefined
  try {
    return await (await import('../own/puzzles')).puzzles(path, body)
  } catch (error) {
    if (error instanceof Refused && error.code !== 'unavailable') throw error
    isWithoutPuzzles = true
    return undefined
  }
}

/** Ask the server, or whatever stands in for one; a refusal is thrown. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  if (here.alone) return here.alone.answer(method, path, body) as Promise<Answer>
  if (ofOwn(path)) return (await import('../own/tables')).ofTable(path) as Promise<Answer>
  const found = isPuzzle(path) ? await ofPuzzles(path, body) : undefined
  if (found !== undefined) return found as Answer
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'Content-Type': 'application/json' }
  }
  const answer = await fetch(href(`api/${path}`), init).catch(() => {
    throw new Refused('offline', 'the server does not answer')
  })
  const text = await answer.text()
  const read = text ? (JSON.parse(text) as unknown) : undefined
  if (answer.ok) return read as Answer
  const { code, message, faults } = (read ?? {}) as Partial<Refusal>
  throw new Refused(code ?? 'unavailable', message ?? answer.statusText, faults)
}

export const get = <Answer>(path: string) => ask<Answer>('GET', path)
export const post = <Answer>(path: string, body?: unknown) => ask<Answer>('POST', path, body)

/** Facts never change while the page is open. */
const facts = new Map<string, Promise<unknown>>()
function once<Answer>(path: string): Promise<Answer> {
  const known = facts.get(path) as Promise<Answer> | undefined
  if (known) return known
  const asked = get<Answer>(path)
  facts.set(path, asked)
  asked.catch(() => facts.delete(path))
  return asked
}

/** The game that a newcomer begins with: that of the first board. The rules of the others say what differs from it. */
export const BASIC = BOARDS[0]!

const place = (board: string) => (BOARDS.includes(board) ? BOARDS.indexOf(board) : BOARDS.length)
const rank = (game: GameRow) => (game.id === game.board ? 0 : BOARDS.length + 1) + place(game.board)
const sorted = (all: Catalogue): Catalogue => ({ ...all, games: all.games.toSorted((a, b) => rank(a) - rank(b)) })

/** All games, the boards' own first. */
export const catalogue = () => once<Catalogue>('catalogue').then(sorted)
export const boardFacts = (board: string) => once<BoardFacts>(`boards/${board}`)
export const gameFacts = (game: string, modules: readonly string[] = []) =>
  once<GameFacts>(`games/${game}${modules.length ? `?modules=${modules.join(',')}` : ''}`)
export const clauses = (game: string, modules: readonly string[] = []) =>
  once<Clauses>(`games/${game}/clauses${modules.length ? `?modules=${modules.join(',')}` : ''}`)
export const tableInfo = (id: string, invite = '') => get<TableInfo>(`tables/${id}${invite && `?invite=${invite}`}`)
export const replay = (id: string, seat: number | null = null) =>
  get<Replay>(`tables/${id}/replay${seat === null ? '' : `?seat=${seat}`}`)
