/** Addresses of pages, all under the document's base, so that the client works under any path. */

export interface Address {
  /** Parts of the path below the base: `/t/abc` is ['t', 'abc']. */
  parts: string[]
  query: URLSearchParams
  hash: string // without the sign
}

const PAUSE = 'pause' // state of a step of the history that is no page

const base = () => new URL('.', document.baseURI)

function read(): Address {
  const path = location.pathname.startsWith(base().pathname) ? location.pathname.slice(base().pathname.length) : ''
  return {
    parts: path.split('/').filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  }
}

class Router {
  here: Address = $state.raw(read())

  /** Follow the browser's history and every link to a page of ours; returns how to stop. */
  start(): () => void {
    const look = () => (this.here = read())
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
    history[replace || history.state === PAUSE ? 'replaceState' : 'pushState'](null, '', href(path))
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

/** The whole address of a page or of a part of the server, such as `api/catalogue`. */
export const href = (path: string): string => new URL(path.replace(/^\//, ''), base()).href

export const router = new Router()
