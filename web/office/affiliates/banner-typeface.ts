import extendedFont from '@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2?url'
import latinFont from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'

/** The first family of the banners that the server draws (server/affiliates/banner.ts). */
const family = 'Geist Variable'

/** Like the faces of web/ui/base.css. */
const fonts = [
  { url: latinFont, range: 'U+0-FF,U+131,U+152-153,U+2000-206F,U+20AC,U+2122' },
  { url: extendedFont, range: 'U+100-130,U+132-151,U+154-2FF,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0' },
]

/**
 * Returns the style element that contains the product's typeface. An SVG that is shown as an image or saved as a file
 * can't load fonts, so they are embedded.
 */
export async function bannerTypeface(signal: AbortSignal): Promise<string> {
  const faces = await Promise.all(
    fonts.map(async ({ url, range }) => {
      const source = `src:url(data:font/woff2;base64,${await readFont(url, signal)}) format('woff2')`
      return `@font-face{font-family:'${family}';font-weight:100 900;${source};unicode-range:${range}}`
    }),
  )
  return `<style>${faces.join('')}</style>`
}

/** Inserts an element at the start of an SVG document. */
export const withElement = (svg: string, element: string): string =>
  svg.replace(/<svg\b[^>]*>/, (start) => start + element)

async function readFont(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`font ${url}: ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const slice = 8_192
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice) binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  return btoa(binary)
}
