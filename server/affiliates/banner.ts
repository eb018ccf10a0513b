import type { affiliateBanner } from '../../contract/calls/affiliates.ts'
import { affiliateLevels, bannerSizes, type BannerSize } from '../../contract/affiliate-levels.ts'
import { BinaryAnswer, type InputOf } from '../../contract/call.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import { shortName, type AffiliatesContext } from './context.ts'
import { memberOf } from './membership.ts'
import { referralLink } from './show-affiliate.ts'
import { addressOf } from '../platform/config.ts'

/** Returns a banner for the customer, always as SVG. Throws `unknown_size`. */
export async function drawBanner(
  context: AffiliatesContext,
  { size }: InputOf<typeof affiliateBanner>,
  { session: { customerId } }: CustomerRequest,
): Promise<BinaryAnswer> {
  if (!Object.hasOwn(bannerSizes, size)) throw new Refused('unknown_size')
  const { config } = context
  const [member, name] = await Promise.all([memberOf(context, customerId), shortName(context, customerId)])
  const site = addressOf(config).replace(/^https?:\/\//, '')
  const picture = Buffer.from(
    bannerSvg(size as BannerSize, { siteName: config.operator.siteName, name, link: site + referralLink(member.code) }),
  )
  return new BinaryAnswer('image/svg+xml', picture, `tallystick-${size}-${member.code}.svg`)
}

type Words = { siteName: string; name: string; link: string }
const ink = { ground: '#0c1012', line: '#232b2f', text: '#edf1ef', quiet: '#a7b2b5', accent: '#e0a045' }
const family = 'Geist, Inter, DejaVu Sans, Liberation Sans, Helvetica, Arial, sans-serif'
const claim = 'Practice trading that can prove every number it shows'
const notice = 'Practice money and test coins. Nothing can be cashed out.'
const earns = `The inviter earns ${affiliateLevels[0].rate} of deposits, never of losses.`

/**
 * Draws a banner: the referrer, the product, the link, and the notice that docs/spec/truth.md sections 1 and 5 require.
 */
export function bannerSvg(size: BannerSize, words: Words): string {
  const { width, height } = bannerSizes[size]
  const invites = words.name ? `${words.name} invites you` : 'You are invited'
  const text = drawings[size](words, invites)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" font-family="${family}">` +
    `<title>${escaped(`${invites} to ${words.siteName}: ${words.link}`)}</title>` +
    `<rect width="${width}" height="${height}" fill="${ink.ground}"/>` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${ink.line}"/>` +
    `${text}</svg>`
  )
}

const drawings: Record<BannerSize, (words: Words, invites: string) => string> = {
  rectangle: ({ siteName, link }, invites) =>
    mark(20, 20, 34) +
    line(64, 44, 20, 216, siteName, { weight: 600 }) +
    line(20, 92, 22, 260, invites, { weight: 600 }) +
    line(20, 122, 13, 260, 'Practice trading that can prove', { fill: ink.quiet }) +
    line(20, 140, 13, 260, 'every number it shows', { fill: ink.quiet }) +
    button(20, 158, 260, 34, 13, link) +
    line(20, 214, 9.5, 260, notice, { fill: ink.quiet }) +
    line(20, 229, 9.5, 260, earns, { fill: ink.quiet }),
  leaderboard: ({ link }, invites) =>
    mark(18, 21, 48) +
    line(78, 29, 18, 340, invites, { weight: 600 }) +
    line(78, 47, 11.5, 340, claim, { fill: ink.quiet }) +
    line(78, 64, 9.5, 340, notice, { fill: ink.quiet }) +
    line(78, 77, 9.5, 340, earns, { fill: ink.quiet }) +
    button(438, 26, 272, 38, 13, link),
  card: ({ siteName, link }, invites) =>
    mark(80, 76, 88) +
    line(192, 138, 48, 900, siteName, { weight: 600 }) +
    line(80, 282, 68, 1040, invites, { weight: 600 }) +
    line(80, 344, 34, 1040, claim, { fill: ink.quiet }) +
    button(80, 392, 720, 84, 32, link) +
    line(80, 540, 22, 1040, notice, { fill: ink.quiet }) +
    line(80, 572, 22, 1040, earns, { fill: ink.quiet }),
}

/** Draws a line of text at `x` and `y`, scaled down if it is wider than `room`. */
function line(
  x: number,
  y: number,
  fontSize: number,
  room: number,
  text: string,
  { weight = 400, fill = ink.text, anchor = 'start' } = {},
): string {
  const fitting = Math.min(fontSize, room / ([...text].length * (weight > 400 ? 0.7 : 0.6)))
  return (
    `<text x="${x}" y="${y}" font-size="${fitting.toFixed(1)}" font-weight="${weight}" fill="${fill}" ` +
    `text-anchor="${anchor}">${escaped(text)}</text>`
  )
}

function button(x: number, y: number, width: number, height: number, fontSize: number, text: string): string {
  const label = line(x + width / 2, y + height / 2 + fontSize * 0.36, fontSize, width - fontSize * 1.6, text, {
    weight: 600,
    fill: '#1d1204',
    anchor: 'middle',
  })
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 5}" fill="${ink.accent}"/>${label}`
}

/** Returns the two halves of the tally stick as SVG. */
function mark(x: number, y: number, side: number): string {
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
  const paths = halves.map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`)
  return `<g transform="translate(${x} ${y}) scale(${side / 32})">${paths.join('')}</g>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
