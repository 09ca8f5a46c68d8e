/** Keeps the page for when there is no network; FILES and VERSION are put in front of it by `eclisse site`. */
const CACHE = `eclisse-${VERSION}`
const scope = self.registration.scope

/** A file as the host has it now: what an older version of the page has left in the browser's cache is not it. */
const asked = (file) => new Request(new URL(file, scope), { cache: 'no-cache' })

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(asked))))
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith('eclisse-') && name !== CACHE))
  event.waitUntil(
    old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()),
  )
})

/** A file that was kept; one that was not is fetched, and kept. */
async function found(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreSearch: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return
  const { pathname, search } = new URL(request.url)
  const rest = pathname.slice(new URL(scope).pathname.length)
  const isPage = request.mode === 'navigate' && rest !== 'index.html' && rest !== ''
  if (isPage) event.respondWith(Response.redirect(`${scope}?at=${rest}${search.replace('?', '&')}`))
  else event.respondWith(found(request))
})
