import { machineFiles } from '../../web/paths.ts'
import type { Product } from '../product.ts'

/** Crawls the site through the links in the server's HTML, without a browser. */

export type Answered = {
  address: string
  status: number
  type: string
  html: string
  /** Targets of the links, with fragments. */
  links: Link[]
}
type Link = { href: string; /** Whether the link is marked with another language. */ toLanguage: boolean }
export type Walk = {
  /** Keyed by path and query. */
  answers: Map<string, Answered>
  /** The page where each link was first found. */
  found: Map<string, string>
  listed: string[]
}

/** With more pages than this, the walk is going in circles. */
const maxPages = 1_000

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** Returns the links in a page's HTML. */
export const linksOf = (html: string): Link[] =>
  [...html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>/g)]
    .map(([tag, href]) => ({ href: decoded(href!), toLanguage: /\bhreflang=/i.test(tag) }))
    .filter(({ href }) => !href.startsWith('mailto:'))

/**
 * Requests every URL in the sitemap and in `more`, and the targets of their links. Follows the links on a page only if
 * `follows` returns true for its path.
 */
export async function walkSite(
  { url }: Product,
  more: string[],
  follows: (pathname: string, from: string) => boolean,
): Promise<Walk> {
  const siteMap = await (await fetch(url + machineFiles.sitemap)).text()
  const listed = [...siteMap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => decoded(address!))
  const answers = new Map<string, Answered>()
  const found = new Map<string, string>()
  const waiting = [...listed, ...more.map((address) => url + address)].map((address) => ({ address, goOn: true }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { address, goOn } = next
    const place = withoutFragment(address)
    if (answers.has(place) || !address.startsWith(url)) continue
    if (answers.size > maxPages) throw new Error(`more than ${maxPages} pages, the last one ${address}`)
    const answer = await fetch(place)
    const type = answer.headers.get('content-type') ?? ''
    const html = type.includes('text/html') ? await answer.text() : (await answer.body?.cancel(), '')
    const links = linksOf(html)
    answers.set(place, { address: place, status: answer.status, type, html, links })
    if (!goOn) continue
    for (const { href } of links) {
      const link = new URL(href, answer.url).href
      if (!found.has(link)) found.set(link, place)
      const { pathname } = new URL(link)
      waiting.push({ address: link, goOn: follows(pathname, new URL(place).pathname) })
    }
  }
  return { answers, found, listed }
}

export function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

export const maxScriptBytes = 150_000

/** Returns the scripts that a document runs or preloads. */
export const scriptsOf = (html: string) => new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))

const bytesOf = new Map<string, Promise<number>>()

/** Returns the total gzipped size of files in bytes. Caches by name, because names contain a hash of the content. */
export async function gzippedBytes({ url }: Product, files: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const file of files) {
    const asked =
      bytesOf.get(file) ??
      fetch(url + file, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }).then((answer) =>
        Number(answer.headers.get('content-length')),
      )
    bytesOf.set(file, asked)
    bytes += await asked
  }
  return bytes
}
