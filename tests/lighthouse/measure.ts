import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { listedPages } from '../../web/site/page-meta.ts'
import { path } from '../../web/paths.ts'
import { browserOptions } from '../recordings/browser.ts'
import { startProduct } from '../product.ts'
import { freePort } from '../../server/platform/postgres.ts'

// `npm run lighthouse [PAGE...]`: P15 of the targets, for every public page as Lighthouse's mobile setting sees it, and the
// JavaScript it loads, gzipped. Ends with 1 where a page has less than 100 in any of the four, or more than 150 kB.

const mostScriptBytes = 150_000
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Page = keyof typeof listedPages

const asked = process.argv.slice(2)
const pages = (Object.keys(listedPages) as Page[]).filter((page) => asked.length === 0 || asked.includes(page))

/** Gzipped size of the scripts that a page's document names: what it runs and what it loads ahead. */
async function scriptBytes(address: string): Promise<number> {
  const html = await (await fetch(address)).text()
  const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(Buffer.from(await (await fetch(new URL(file, address))).arrayBuffer()), { level: 9 }).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const product = await startProduct({ CHAINS: '0' })
const port = await freePort()
const browser = await chromium.launch({ ...browserOptions, args: [...browserOptions.args, `--remote-debugging-port=${port}`] })
let short = 0
try {
  await product.advance(60)
  process.stdout.write(`${'page'.padEnd(20)} perf  a11y  best   seo   script kB\n`)
  for (const page of pages) {
    const address = product.url + path(page)
    const bytes = await scriptBytes(address)
    const result = await lighthouse(address, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
    const scores = categories.map((category) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100))
    const low = scores.some((score) => score < 100)
    if (low || bytes > mostScriptBytes) short += 1
    process.stdout.write(`${page.padEnd(20)} ${scores.map((score) => String(score).padStart(4)).join('  ')}   ${(bytes / 1000).toFixed(1).padStart(9)}\n`)
    if (low) for (const audit of Object.values(result?.lhr.audits ?? {})) if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative') process.stdout.write(`    ${audit.id}: ${audit.displayValue ?? audit.title}\n`)
  }
} finally {
  await browser.close()
  await product.stop()
}
process.exit(short === 0 ? 0 : 1)
