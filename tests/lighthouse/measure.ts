import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { listedPages } from '../../web/site/page-meta.ts'
import { path } from '../../web/paths.ts'
import { browserOptions } from '../browser.ts'
import { gzippedBytes, maxScriptBytes, scriptsOf } from '../e2e/site-walk.ts'
import { installedMarket, startProduct } from '../product.ts'
import { freePort } from '../../server/platform/database/postgres.ts'

// `npm run lighthouse [PAGE...]`: measures target P15: the Lighthouse scores of every public page with mobile settings,
// and the size of its gzipped JavaScript. Exits with 1 if a page has a score below 100 or more than 150 kB of script.

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Every public page that search engines may list, and the other FAQ pages. */
const publicPages = [
  ...(Object.keys(listedPages) as (keyof typeof listedPages)[]),
  'tradingFaqs',
  'miningFaqs',
  'yieldFaqs',
] as const

const asked = process.argv.slice(2)
const pages = publicPages.filter((page) => asked.length === 0 || asked.includes(page))

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { id: string; title: string; score: number | null; scoreDisplayMode: string; displayValue?: string }
  >
}

/** Runs Lighthouse's own command. npm installs it only for this measurement, because it has 11,000 files. */
async function audit(address: string): Promise<Report> {
  const options = [`--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const { stdout } = await promisify(execFile)('lighthouse', [address, ...options], { maxBuffer: 50_000_000 })
  return JSON.parse(stdout) as Report
}

/**
 * Returns a page's four scores, each the median of three runs, because other load on the machine slows some runs.
 */
async function scoresOf(address: string): Promise<{ scores: number[]; findings: Set<string> }> {
  const runs: number[][] = []
  const findings = new Set<string>()
  for (let run = 0; run < 3; run++) {
    const report = await audit(address)
    runs.push(categories.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100)))
    for (const { id, title, score, scoreDisplayMode, displayValue } of Object.values(report.audits)) {
      const isShort = score !== null && score < 0.9 && scoreDisplayMode !== 'informative'
      if (isShort) findings.add(`${id}: ${displayValue ?? title}`)
    }
  }
  return {
    scores: categories.map((_, index) => runs.map((scores) => scores[index]!).sort((a, b) => a - b)[1]!),
    findings,
  }
}

const product = await startProduct({ CHAINS: '0', MARKET: installedMarket })
const port = await freePort()
const browser = await chromium.launch({
  ...browserOptions,
  args: [...browserOptions.args, `--remote-debugging-port=${port}`],
})
let short = 0
try {
  await product.advance(60)
  process.stdout.write(`${'page'.padEnd(20)} perf  a11y  best   seo   script kB\n`)
  for (const page of pages) {
    const address = product.url + path(page)
    const bytes = await gzippedBytes(product, scriptsOf(await (await fetch(address)).text()))
    const { scores, findings } = await scoresOf(address)
    const low = scores.some((score) => score < 100)
    if (low || bytes > maxScriptBytes) short += 1
    const cells = scores.map((score) => String(score).padStart(4)).join('  ')
    process.stdout.write(`${page.padEnd(20)} ${cells}   ${(bytes / 1000).toFixed(1).padStart(9)}\n`)
    if (low) for (const finding of findings) process.stdout.write(`    ${finding}\n`)
  }
} finally {
  await browser.close()
  await product.stop()
}
process.exit(short === 0 ? 0 : 1)
