import { afterEach, describe, expect, it, vi } from 'vitest'
import { bannerTypeface, withElement } from './banner-typeface.ts'

afterEach(() => vi.unstubAllGlobals())

describe('bannerTypeface', () => {
  it('embeds the fonts, because an image loads none', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array([0, 255, 16])))
    const style = await bannerTypeface(new AbortController().signal)
    expect(style.match(/src:url\(data:font\/woff2;base64,AP8Q\)/g)).toHaveLength(2)
    expect(style).not.toContain('url(/')
  })
  it('throws if a font does not load', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await expect(bannerTypeface(new AbortController().signal)).rejects.toThrow('404')
  })
})

describe('withElement', () => {
  it('inserts an element first', () => {
    expect(withElement('<svg width="3"><g/></svg>', '<style/>')).toBe('<svg width="3"><style/><g/></svg>')
  })
})
