import type { Reader } from '../data/rendered.ts'
import { cookieOf } from './cookies.ts'

/** The session and the settings of the browser with which the server renders a page. */
export type PageReader = {
  reader: Reader
  secrete: string
  /** The reader's time zone, such as `Europe/Berlin`. */
  timeZone: string | undefined
  /** Privacy mode hides amounts. */
  amountsHidden: boolean
}

export const timeZoneCookie = 'time-zone'
export const hideAmountsCookie = 'hide-amounts'

/** Paths whose pages show a reader's own data, with or without a language's prefix. */
const ofReaders: [RegExp, Reader, cookie: string][] = [
  [/^(?:\/[a-z]{2})?\/office\/[^?]*$/, 'customer', 'secrete'],
  [/^(?:\/[a-z]{2})?\/operator(?:\/(?!signin|setup)[^?]*)?$/, 'operator', 'operator-secrete'],
]

/**
 * Returns for whom to render a page: the reader whose session is in the cookies. Undefined for public pages, without a
 * session, for requests other than a browser's navigation, and for a URL that hands over a session.
 *
 * @param url Path and query of the request.
 * @param headers The request's `cookie` and Fetch Metadata headers.
 */
export function pageReader(url: string, headers: Record<string, unknown>): PageReader | undefined {
  const [pathname = '/', query] = url.split('?', 2)
  const cookies = String(headers['cookie'] ?? '')
  const found = ofReaders.find(([paths]) => paths.test(pathname))
  const secrete = found && cookieOf(found[2], cookies)
  if (!found || !secrete || new URLSearchParams(query).has('s')) return undefined
  // Another site can't send the cookie (SameSite), and a script of this site can read pages with its session anyway.
  if (headers['sec-fetch-mode'] !== undefined && headers['sec-fetch-mode'] !== 'navigate') return undefined
  return {
    reader: found[1],
    secrete,
    timeZone: timeZoneOf(cookieOf(timeZoneCookie, cookies)),
    amountsHidden: cookieOf(hideAmountsCookie, cookies) === '1',
  }
}

function timeZoneOf(text: string | undefined): string | undefined {
  try {
    return text && new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(text) }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
