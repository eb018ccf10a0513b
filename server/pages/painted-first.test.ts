import { describe, expect, it } from 'vitest'
import { paintedFirst } from './painted-first.ts'

const links = [
  '<link rel="stylesheet" href="/assets/a.css"/>',
  '<link rel="modulepreload" href="/assets/entry.js" nonce="n"/>',
  '<link rel="modulepreload" href="/assets/home.js"/>',
].join('')
const document = `<html><head>${links}</head><body>
<script nonce="n" type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/home.js";
  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.js");</script></body></html>`

describe('paintedFirst', () => {
  const painted = paintedFirst(document)
  const script = /<script nonce="n" type="module" async="">([^]*)<\/script>/.exec(painted)![1]!

  it('leaves preloads only for styles', () => {
    expect(painted.slice(0, painted.indexOf('<script'))).toBe(
      '<html><head><link rel="stylesheet" href="/assets/a.css"/></head><body>\n',
    )
    expect(script).toContain('["/assets/entry.js","/assets/home.js"]')
  })

  it('makes the script wait for the first paint, then import the same modules in the same order', () => {
    const [beforePaint, afterPaint] = [script.slice(0, script.indexOf('});')), script.slice(script.indexOf('});'))]
    expect(beforePaint).toContain('await new Promise')
    expect(beforePaint).not.toContain('import')
    expect(afterPaint).toContain(
      'const [,route0,route1]=await Promise.all([import("/assets/manifest.js"),' +
        'import("/assets/root.js"),import("/assets/home.js")]);',
    )
    expect(afterPaint.indexOf('Promise.all')).toBeLessThan(afterPaint.indexOf('window.__reactRouterRouteModules'))
    expect(afterPaint.trimEnd()).toMatch(/import\("\/assets\/entry\.js"\);$/)
  })

  it('leaves a document without scripts unchanged', () => {
    expect(paintedFirst('<html><body><script type="application/ld+json">{}</script></body></html>')).toBe(
      '<html><body><script type="application/ld+json">{}</script></body></html>',
    )
  })
})
