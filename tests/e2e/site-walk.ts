import { machineFiles } from '../../web/paths.ts'
import type { Product } from '../product.ts'

/** Reads the site as a crawler does: by links in what the server renders, without a browser. */

export type Answered = {
  address: string
  status: number
  type: string
  html: string
  /** Addresses with fragments, as the links say. */ links: Link[]
}
export type Link = { href: string; /** Leads to the page in another language. */ toLanguage: boolean }
export type Walk = {
  /** By path and query. */ answers: Map<string, Answered>
  /** Where each link was found first. */ found: Map<string, string>
  listed: string[]
}

/** More than that is not this site but a walk in circles. */
const mostPages = 1_000

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

const linksOf = (html: string): Link[] =>
  [...html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>/g)]
    .map(([tag, href]) => ({ href: decoded(href!), toLanguage: /\bhreflang=/i.test(tag) }))
    .filter(({ href }) => !href.startsWith('mailto:'))

/**
 * Asks for every address of the site map, for `more`, and for what their links lead to. `follows` says of which addresses the links are
 * gone on with; links of the others are not.
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
    if (answers.size > mostPages) throw new Error(`the site has no end: ${address}`)
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

export const mostScriptBytes = 150_000

/** The scripts that a document names: what it runs and what it loads ahead. */
export const scriptsOf = (html: string) => new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))

const bytesOf = new Map<string, Promise<number>>()

/** What files weigh together, gzipped. Their names have a hash of what is in them. */
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
