/** Addresses of pages, all under the document's base, so that the client works under any path. */
import { here } from './here'

export interface Address {
  /** Parts of the path below the base: `/t/abc` is ['t', 'abc']. */
  parts: string[]
  query: URLSearchParams
  hash: string // without the sign
}

const AT = 'at' // in the query: the page, where there is no server that would answer at its path
const PAUSE = 'pause' // state of a step of the history that is no page

const base = () => new URL('.', document.baseURI)

function read(): Address {
  const query = new URLSearchParams(location.search)
  const path = location.pathname.startsWith(base().pathname) ? location.pathname.slice(base().pathname.length) : ''
  const page = query.get(AT) ?? path.replace(/^index\.html$/, '')
  query.delete(AT)
  return {
    parts: page.split('/').filter(Boolean).map(decodeURIComponent),
    query,
    hash: location.hash.slice(1),
  }
}

class Router {
  here: Address = $state.raw(read())

  /** Follow the browser's history and every link to a page of ours; returns how to stop. */
  start(): () => void {
    const look = () => (this.here = read())
    look() // a link may have been followed while texts were fetched, before anybody listened
    addEventListener('popstate', look)
    addEventListener('hashchange', look)
    addEventListener('click', this.#onclick)
    return () => {
      removeEventListener('popstate', look)
      removeEventListener('hashchange', look)
      removeEventListener('click', this.#onclick)
    }
  }

  /** Go to a page, such as `t/abc`; `replace`: without leaving a trace in the history. */
  go(path: string, replace = false): void {
    const leaves = read().parts.join('/')
    history[replace || history.state === PAUSE ? 'replaceState' : 'pushState'](null, '', written(path))
    this.here = read()
    if (leaves !== this.here.parts.join('/')) scrollTo(0, 0)
  }

  /** A step of the history for something above the page: going back only ends that. Returns how to end it otherwise. */
  pause(end: () => void): () => void {
    history.pushState(PAUSE, '')
    addEventListener('popstate', end)
    return () => {
      removeEventListener('popstate', end)
      if (history.state === PAUSE) history.back()
    }
  }

  #onclick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
    if (!link || link.target || link.hasAttribute('download') || !link.href.startsWith(base().href)) return
    if (link.href.startsWith(`${base().href}api/`)) return
    event.preventDefault()
    this.go(link.href.slice(base().href.length))
  }
}

/** The address that the browser shows for a page: a plain file server knows only the first. */
function written(path: string): string {
  if (!here.alone) return href(path)
  const [page = '', query = ''] = path.replace(/^\//, '').replace(/^\?/, '').split('?')
  return href(page.startsWith(`${AT}=`) || !page ? `./${page && `?${page}`}` : `?${AT}=${page}${query && `&${query}`}`)
}

/** The whole address of a page or of a part of the server, such as `api/catalogue`. */
export const href = (path: string): string => new URL(path.replace(/^\//, ''), base()).href

export const router = new Router()

/** The invitation with which somebody came to this page; empty: none. */
export const invitation = (): string => router.here.query.get('invite') ?? ''

/** The page that replays a game, for whoever sees this one. */
export function replayAt(id: string, more: Record<string, string> = {}): string {
  const query = `${new URLSearchParams({ ...more, ...(invitation() && { invite: invitation() }) })}`
  return `replay/${id}${query && `?${query}`}`
}
