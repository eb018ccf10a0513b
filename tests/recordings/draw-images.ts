import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { browserOptions } from '../browser.ts'

// `npm run images`: draws every image under web/public that shows the mark: icons, the logo and the image for shared
// links.

const publicDir = new URL('../../web/public/', import.meta.url)
const font = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
).toString('base64')

const left =
  'M6.5 4a2 2 0 0 1 2-2H14.5v5.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5v1.5l-3.5 2.5 3.5 2.5V30H8.5a2 2 0 0 1-2-2Z'
const right =
  'M25.5 4a2 2 0 0 0-2-2H17.5v5.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5v1.5l3.5 2.5-3.5 2.5V30h6a2 2 0 0 0 2-2Z'

/** Draws the mark on a square. `space` is the margin, in the units of the mark, which is 32 wide. */
function mark({ ink, ground, space, radius }: { ink: string; ground?: string; space: number; radius: number }): Buffer {
  const size = 32 + 2 * space
  const square = ground
    ? `<rect x="${-space}" y="${-space}" width="${size}" height="${size}" rx="${radius}" fill="${ground}"/>`
    : ''
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-space} ${-space} ${size} ${size}">${square}` +
      `<path fill="${ink}" d="${left}"/><path fill="#e0a045" d="${right}"/></svg>`,
  )
}

const png = (svg: Buffer, size: number) =>
  sharp(svg, { density: 72 * (size / 16) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
const save = (name: string, content: Buffer | string) => writeFileSync(new URL(name, publicDir), content)

/** Returns an .ico file with one PNG: a directory with one entry, then the picture. */
function icon(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

const cuts = [90, 150, 236, 300, 352, 470, 540, 640, 700, 812, 890, 960, 1040, 1108]
const edge = (y: number, depth: number, half: number, at: number[]) =>
  at.map((x) => `L${x - half} ${y}L${x} ${y + depth * (0.45 + (x % 10) / 18 + (x % 7) / 30)}L${x + half} ${y}`).join('')

/** The image for shared links: the slogan, and a tally stick split along its notches. */
const socialPage = `<!doctype html><meta charset="utf-8"><style>
@font-face {
  font-family: Geist; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format('woff2-variations')
}
body {
  margin: 0; width: 1200px; height: 630px; background: #0c1012; color: #edf1ef; font-family: Geist; overflow: hidden;
  position: relative
}
header {
  display: flex; align-items: center; gap: 18px; padding: 56px 64px 0; font-size: 34px; font-weight: 600;
  letter-spacing: -.02em
}
h1 { margin: 44px 64px 0; font-size: 82px; line-height: 1; letter-spacing: -.04em; font-weight: 600 }
p { margin: 28px 64px 0; font-size: 28px; color: #a7b2b5 }
svg.stick { position: absolute; left: 0; bottom: 0 }
</style><header><svg width="52" height="52" viewBox="0 0 32 32"><path fill="#edf1ef" d="${left}"/>
<path fill="#e0a045" d="${right}"/></svg>Tallystick</header>
<h1>Trade with practice money.<br>Check every result.</h1><p>Play money, test networks, published prices.</p>
<svg class="stick" width="1200" height="150" viewBox="0 0 1200 150">
<path fill="#dfe5e2" d="M0 0H1200V70${edge(70, -52, -22, cuts.toReversed())}H0Z"/>
<path fill="#e0a045" d="M0 80${edge(80, 52, 22, cuts)}H1200V150H0Z"/></svg>`

async function drawSocialImage(): Promise<Buffer> {
  const browser = await chromium.launch(browserOptions)
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(socialPage)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot()
  await browser.close()
  return sharp(picture).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const tile = mark({ ink: '#edf1ef', ground: '#0c1012', space: 8, radius: 10 })
const square = mark({ ink: '#edf1ef', ground: '#0c1012', space: 8, radius: 0 })
const maskable = mark({ ink: '#edf1ef', ground: '#0c1012', space: 16, radius: 0 })
save('logo.svg', mark({ ink: '#12181a', space: 0, radius: 0 }))
save('favicon.ico', icon(await png(tile, 32), 32))
save('apple-touch-icon.png', await png(square, 180))
save('icon-192.png', await png(tile, 192))
save('icon-512.png', await png(tile, 512))
save('icon-maskable-512.png', await png(maskable, 512))
save('social.png', await drawSocialImage())
