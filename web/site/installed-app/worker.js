/**
 * The service worker. It stores only the files under /assets/, whose names change with their content, and a page for
 * when the site is unreachable. It never stores personal data, other pages or responses of calls. `service-worker.ts`
 * puts `edition` and `offlinePages` (URL by language; `''` for URLs without one) before this script. A changed edition
 * makes it a new worker, which fetches its offline page again.
 */
/* global edition, offlinePages */
const pageCache = `offline ${edition}`
const assetCache = 'assets'
const maxAssets = 300
/** URLs for which the server returns something other than a page. */
const noPages = /^\/(api|dev|live)(\/|$)/

self.addEventListener('install', (event) => {
  // The old worker has no state that the new one needs, so it doesn't wait.
  self.skipWaiting()
  event.waitUntil(
    caches
      .open(pageCache)
      .then((cache) =>
        cache.addAll(
          Object.values(offlinePages).map((address) => new Request(address, { cache: 'reload', credentials: 'omit' })),
        ),
      ),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== pageCache && name !== assetCache) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || noPages.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request, pathname))
  else if (pathname.startsWith('/assets/') && !request.headers.has('range')) event.respondWith(asset(event))
})

/**
 * Returns the page from the server, or the offline page if the server is unreachable. Any response counts, whatever its
 * status.
 */
async function page(request, pathname) {
  try {
    return await fetch(request)
  } catch (error) {
    const language = pathname.split('/')[1]
    const chosen = (await self.cookieStore?.get('language'))?.value
    const address = offlinePages[language] ?? offlinePages[chosen] ?? offlinePages['']
    const kept = await caches.match(address)
    if (kept) return kept
    throw error
  }
}

async function asset(event) {
  const cache = await caches.open(assetCache)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200) event.waitUntil(keep(cache, event.request, answer.clone()))
  return answer
}

/** Deletes the oldest files, so that those of earlier versions don't accumulate. */
async function keep(cache, request, answer) {
  await cache.put(request, answer)
  const kept = await cache.keys()
  for (const old of kept.slice(0, Math.max(0, kept.length - maxAssets))) await cache.delete(old)
}
