import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bannerSizes } from '../../api/affiliate-levels.ts'
import { bannerSvg, bannerWords } from './banner.ts'
import { createAffiliatesWorld, type AffiliatesWorld } from './test-world.ts'

let world: AffiliatesWorld
const harbour = { siteName: 'Harbour Practice', name: 'Ada B.', link: 'example.org/?ref=CFGHJMPQ' }
const english = (text: string, values: Record<string, string> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => values[name]!)
beforeEach(async () => {
  world = await createAffiliatesWorld({ PUBLIC_URL: 'https://practice.example.org' })
})
afterEach(() => world.stop())

describe("'affiliate.banner'", () => {
  it('is drawn for the customer in every size', async () => {
    const ada = await world.register('Ada <b>&"Byron')
    for (const [size, { width, height }] of Object.entries(bannerSizes)) {
      const svg = await world.api.call('affiliate.banner', { size }, ada)
      expect(svg.headers['content-disposition']).toBe(`attachment; filename="tallystick-${size}-${ada.code}.svg"`)
      expect(svg.headers['content-type']).toBe('image/svg+xml')
      const text = Buffer.from(svg.body).toString()
      expect(text).toContain(`width="${width}" height="${height}"`)
      expect(text).toContain(`practice.example.org/?ref=${ada.code}`)
      expect(text).toContain('Ada &lt;')
      expect(text).not.toContain('<b>')
    }
  })
  it('contains the required notice in every size', () => {
    for (const size of Object.keys(bannerSizes) as (keyof typeof bannerSizes)[]) {
      const words = bannerWords(english, harbour)
      const text = bannerSvg(size, words, 'ltr')
      expect(text).toContain('Nothing can be cashed out.')
      expect(text).toContain('never of losses')
      expect(text).toContain('invites you to Harbour Practice')
      expect(text).not.toContain('Tallystick')
    }
  })
  it('is in the language of the page', async () => {
    const ada = await world.register('Ada Byron')
    const inArabic = { headers: { 'accept-language': 'ar' } }
    const { body } = await world.api.call('affiliate.banner', { size: 'card' }, { ...ada, ...inArabic })
    const text = Buffer.from(body).toString()
    expect(text).toContain('direction="rtl"')
    expect(text).not.toMatch(/invites|Practice money|inviter/)
  })
  it.each(['', 'huge', '__proto__', 'toString'])('refuses the size %j with unknown_size', async (size) => {
    expect((await world.api.call('affiliate.banner', { size }, await world.register('Ada'))).body.code).toBe(
      'unknown_size',
    )
  })
})
