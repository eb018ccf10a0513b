import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findSymbol } from '../server/markets/catalogue.ts'
import { parsePrice } from '../server/markets/price-text.ts'
import { hourMs, revealedHours, verifyHour, type Check, type PublishedHour } from '../server/markets/simulator/verify.ts'
import type { Tick } from '../server/markets/tick.ts'

const usage = `Recomputes the simulated market from what it has revealed.

  npm run verify:market -- URL [--hour HOUR] [--all] [--export FILE]   asks a running server, http://127.0.0.1:3000 for example
  npm run verify:market -- FILE                                       reads an export, without any server

Without --hour the newest revealed hour that has ticks is checked, with --all every revealed hour since the market began.
HOUR counts from the epoch, as in r=markets.commitments. Exit code 0: all holds; 1: something does not; 2: nothing to check, or it could not be read.
`

type CallTick = { symbol: string; seq: number; at: number; bid: string; ask: string; price: string; source: string; hash: string }
type Export = { format: 'tallystick-market-1'; hours: { hour: PublishedHour; following: PublishedHour | undefined; ticks: Record<string, CallTick[]> }[] }

const { values, positionals } = parseArgs({ allowPositionals: true, options: { hour: { type: 'string' }, all: { type: 'boolean' }, export: { type: 'string' } } })

async function main(from: string | undefined): Promise<number> {
  if (!from) {
    process.stdout.write(usage)
    return 2
  }
  const record = /^https?:/.test(from) ? await fetchRecord(from.replace(/\/$/, '')) : (JSON.parse(readFileSync(from, 'utf8')) as Export)
  if (values.export) writeFileSync(values.export, JSON.stringify(record))
  if (record.hours.length === 0) {
    process.stdout.write('There is no revealed hour with ticks yet. Seeds are revealed ten minutes after their hour.\n')
    return 2
  }
  return record.hours.map(report).every(Boolean) ? 0 : 1
}

function report({ hour, following, ticks }: Export['hours'][number]): boolean {
  const checks = verifyHour(hour, following, new Map(Object.entries(ticks).map(([symbol, run]) => [symbol, run.map(asTick)])))
  process.stdout.write(`Hour ${hour.hour}, ${new Date(hour.hour * hourMs).toISOString()}, ${hour.model}\n`)
  for (const check of checks) process.stdout.write(line(check))
  const holds = checks.every((check) => check.holds)
  process.stdout.write(holds ? 'PASS\n\n' : 'FAIL\n\n')
  return holds
}

const line = ({ name, holds, found }: Check) => `  ${holds ? 'ok  ' : 'FAIL'} ${name}: ${found}\n`

function asTick(tick: CallTick): Tick {
  const info = findSymbol(tick.symbol)
  const price = (text: string) => (info && parsePrice(text, info)) ?? Number.NaN
  return { symbol: tick.symbol, seq: tick.seq, atMs: tick.at, bid: price(tick.bid), ask: price(tick.ask), price: price(tick.price), source: tick.source, hash: tick.hash }
}

async function fetchRecord(url: string): Promise<Export> {
  const hours = revealedHours(await publishedHours(url))
  const symbols = await call<{ symbol: string }[]>(url, { r: 'symbols' })
  const wanted = values.hour ? hours.filter(({ hour }) => hour.hour === Number(values.hour)) : hours
  const record: Export = { format: 'tallystick-market-1', hours: [] }
  for (const { hour, following } of wanted) {
    const ticks: Record<string, CallTick[]> = {}
    for (const { symbol } of symbols) {
      const run = await call<CallTick[]>(url, { r: 'ticks', symbol, from: hour.hour * hourMs, to: hour.hour * hourMs + hourMs - 1 })
      // A symbol that another source fed has no part in the simulated market.
      if (run.length === 0 || run.some(({ source }) => source === 'simulated')) ticks[symbol] = run
    }
    // The hours that a market runs before it opens have no ticks; they are checked when asked for.
    if (!values.hour && !values.all && Object.values(ticks).every((run) => run.length === 0)) continue
    record.hours.push({ hour, following, ticks })
    if (!values.all) break
  }
  return record
}

/** The newest page, all pages with --all, or with --hour that hour and the one after it. */
async function publishedHours(url: string): Promise<PublishedHour[]> {
  if (values.hour) return call(url, { r: 'markets.commitments', hour: values.hour })
  const hours: PublishedHour[] = []
  for (let p = 1; ; p += 1) {
    const page = await call<PublishedHour[]>(url, { r: 'markets.commitments', p })
    hours.push(...page)
    if (!values.all || page.length === 0) return hours
  }
}

async function call<T>(url: string, query: Record<string, string | number>): Promise<T> {
  const answer = await fetch(`${url}/api?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)
  if (answer.status === 429) {
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000)
    return call(url, query)
  }
  const body = (await answer.json()) as T
  if (!answer.ok) throw new Error(`${query['r']}: ${answer.status} ${JSON.stringify(body)}`)
  return body
}

const notProven =
  'Not proven: that no second was left out, that everybody was shown this root, and that the operator, who holds the seed, made no use of it. Nothing is signed.\n'

try {
  process.exitCode = await main(positionals[0])
  process.stdout.write(notProven)
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`The record could not be read: ${cause instanceof Error ? cause.message : message}\n`)
  process.exitCode = 2
}
