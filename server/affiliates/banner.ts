import type { affiliateBanner } from '../../api/calls/affiliates/affiliates.ts'
import { affiliateLevels, bannerSizes, type BannerSize } from '../../api/affiliate-levels.ts'
import { directions } from '../../api/languages.ts'
import { BinaryAnswer, type InputOf } from '../../api/call.ts'
import type { CallRequest } from '../platform/http/http.ts'
import { Refused } from '../platform/http/refused.ts'
import { bannerTexts } from './banner-texts.ts'
import { shortName, type AffiliatesContext } from './context.ts'
import { memberOf } from './membership.ts'
import { referralLink } from './show-affiliate.ts'
import { addressOf } from '../platform/config.ts'

/** Returns a banner for the customer, always as SVG. Throws `unknown_size`. */
export async function drawBanner(
  context: AffiliatesContext,
  { size }: InputOf<typeof affiliateBanner>,
  { session: { customerId }, headers: { 'accept-language': language } }: CallRequest<typeof affiliateBanner>,
): Promise<BinaryAnswer> {
  if (!Object.hasOwn(bannerSizes, size)) throw new Refused('unknown_size')
  const { config } = context
  const [member, name] = await Promise.all([memberOf(context, customerId), shortName(context, customerId)])
  const site = addressOf(config).replace(/^https?:\/\//, '')
  const link = site + referralLink(member.code)
  const say = (text: string, values: Record<string, string> = {}) =>
    context.mailWriter.translate(language, text, values)
  const words = bannerWords(say, { siteName: config.operator.siteName, name, link })
  const picture = Buffer.from(bannerSvg(size as BannerSize, words, directions[language]))
  return new BinaryAnswer('image/svg+xml', picture, `tallystick-${size}-${member.code}.svg`)
}

type Subject = { siteName: string; name: string; link: string }
type Words = Record<'siteName' | 'link' | 'title' | 'invites' | 'claim' | 'notice' | 'earns', string>
type Direction = (typeof directions)[keyof typeof directions]
const ink = { ground: '#0c1012', line: '#232b2f', text: '#edf1ef', quiet: '#a7b2b5', accent: '#e0a045' }
/** The office embeds the first family in the banner (web/office/affiliates/banner-typeface.ts). */
const family = "'Geist Variable', Geist, Inter, DejaVu Sans, Liberation Sans, Helvetica, Arial, sans-serif"

/** Returns the texts of a banner in one language. `say` translates a sentence and fills in its values. */
export function bannerWords(
  say: (text: string, values?: Record<string, string>) => string,
  { siteName, name, link }: Subject,
): Words {
  const invites = name ? say(bannerTexts.invites, { name }) : say(bannerTexts.invited)
  return {
    siteName,
    link,
    invites,
    title: say(bannerTexts.title, { invites, siteName, link }),
    claim: say(bannerTexts.claim),
    notice: say(bannerTexts.notice),
    earns: say(bannerTexts.earns, { rate: affiliateLevels[0].rate }),
  }
}

/**
 * Draws a banner: the referrer, the product, the link, and the notice that docs/spec/truth.md sections 1 and 5 require.
 */
export function bannerSvg(size: BannerSize, words: Words, direction: Direction): string {
  const { width, height } = bannerSizes[size]
  const text = drawings[size](words, new Pen(width, direction))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" font-family="${family}">` +
    `<title>${escaped(words.title)}</title>` +
    `<rect width="${width}" height="${height}" fill="${ink.ground}"/>` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${ink.line}"/>` +
    `${text}</svg>`
  )
}

const drawings: Record<BannerSize, (words: Words, pen: Pen) => string> = {
  rectangle: ({ siteName, link, invites, claim, notice, earns }, pen) => {
    const [first, second] = twoLines(claim)
    return (
      pen.mark(20, 20, 34) +
      pen.line(64, 44, 20, 216, siteName, { weight: 600 }) +
      pen.line(20, 92, 22, 260, invites, { weight: 600 }) +
      pen.line(20, 122, 13, 260, first, { fill: ink.quiet }) +
      pen.line(20, 140, 13, 260, second, { fill: ink.quiet }) +
      pen.button(20, 158, 260, 34, 13, link) +
      pen.line(20, 214, 9.5, 260, notice, { fill: ink.quiet }) +
      pen.line(20, 229, 9.5, 260, earns, { fill: ink.quiet })
    )
  },
  leaderboard: ({ link, invites, claim, notice, earns }, pen) =>
    pen.mark(18, 21, 48) +
    pen.line(78, 29, 18, 340, invites, { weight: 600 }) +
    pen.line(78, 47, 11.5, 340, claim, { fill: ink.quiet }) +
    pen.line(78, 64, 9.5, 340, notice, { fill: ink.quiet }) +
    pen.line(78, 77, 9.5, 340, earns, { fill: ink.quiet }) +
    pen.button(438, 26, 272, 38, 13, link),
  card: ({ siteName, link, invites, claim, notice, earns }, pen) =>
    pen.mark(80, 76, 88) +
    pen.line(192, 138, 48, 900, siteName, { weight: 600 }) +
    pen.line(80, 282, 68, 1040, invites, { weight: 600 }) +
    pen.line(80, 344, 34, 1040, claim, { fill: ink.quiet }) +
    pen.button(80, 392, 720, 84, 32, link) +
    pen.line(80, 540, 22, 1040, notice, { fill: ink.quiet }) +
    pen.line(80, 572, 22, 1040, earns, { fill: ink.quiet }),
}

/** Breaks a sentence in two, at the space that makes the lines most similar in length. */
function twoLines(text: string): [string, string] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0]
  return middle === undefined ? [text, ''] : [text.slice(0, middle), text.slice(middle + 1)]
}

type LineStyle = { weight?: number; fill?: string; anchor?: 'start' | 'middle' }

/** The two halves of the tally stick, in a square of 32. */
const halves = [
  [
    ink.text,
    'M6.5 4a2 2 0 0 1 2-2H14.5v5.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5V30H8.5a2 2 0 0 1-2-2Z',
  ],
  [
    ink.accent,
    'M25.5 4a2 2 0 0 0-2-2H17.5v5.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5V30h6a2 2 0 0 0 2-2Z',
  ],
] as const

/** Draws the parts of a banner. Horizontal positions count from the side where the language's lines start. */
class Pen {
  readonly #width: number
  readonly #direction: Direction

  constructor(width: number, direction: Direction) {
    this.#width = width
    this.#direction = direction
  }

  /** Returns the left edge of something `size` wide that starts at `x`. */
  #left(x: number, size: number): number {
    return this.#direction === 'rtl' ? this.#width - x - size : x
  }

  /** Draws a line of text at `x` and `y`, scaled down if it is wider than `room`. */
  line(x: number, y: number, fontSize: number, room: number, text: string, style: LineStyle = {}): string {
    const { weight = 400, fill = ink.text, anchor = 'start' } = style
    const fitting = Math.min(fontSize, room / ([...text].length * (weight > 400 ? 0.7 : 0.6)))
    return (
      `<text x="${this.#left(x, 0)}" y="${y}" font-size="${fitting.toFixed(1)}" font-weight="${weight}" ` +
      `fill="${fill}" text-anchor="${anchor}" direction="${this.#direction}">${escaped(text)}</text>`
    )
  }

  button(x: number, y: number, width: number, height: number, fontSize: number, text: string): string {
    const label = this.line(x + width / 2, y + height / 2 + fontSize * 0.36, fontSize, width - fontSize * 1.6, text, {
      weight: 600,
      fill: '#1d1204',
      anchor: 'middle',
    })
    const place = `x="${this.#left(x, width)}" y="${y}" width="${width}" height="${height}"`
    return `<rect ${place} rx="${height / 5}" fill="${ink.accent}"/>${label}`
  }

  /** Draws the two halves of the tally stick. */
  mark(x: number, y: number, side: number): string {
    const paths = halves.map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`)
    return `<g transform="translate(${this.#left(x, side)} ${y}) scale(${side / 32})">${paths.join('')}</g>`
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
