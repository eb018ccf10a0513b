import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hourMs, revealedHours, type Check, type PublishedHour } from '../server/markets/simulator/verify.ts'
import { checkHour, marketNotChecked, type HourRecord } from './verify/market.ts'
import { recordAt, ticksBetween, type PublicRecord, type PublicTick } from './verify/record.ts'

const usage = `Recomputes the simulated market from what it has revealed.

  npm run verify:market -- URL [--hour HOUR] [--all] [--export FILE]   asks a running server, http://127.0.0.1:3000 for example
  npm run verify:market -- FILE                                       reads an export, without any server

Without --hour the newest revealed hour that has ticks is checked, with --all every revealed hour since the market began.
HOUR counts from the epoch, as in r=markets.commitments. Exit code 0: all holds; 1: something does not; 2: nothing to check, or it could not be read.
`

type Export = { format: 'tallystick-market-1'; hours: HourRecord[] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hour: { type: 'string' }, all: { type: 'boolean' }, export: { type: 'string' } },
})

async function main(from: string | undefined): Promise<number> {
  if (!from) {
    process.stdout.write(usage)
    return 2
  }
  const record = /^https?:/.test(from)
    ? await fetchRecord(recordAt(from))
    : (JSON.parse(readFileSync(from, 'utf8')) as Export)
  if (values.export) writeFileSync(values.export, JSON.stringify(record))
  if (record.hours.length === 0) {
    process.stdout.write('There is no revealed hour with ticks yet. Seeds are revealed ten minutes after their hour.\n')
    return 2
  }
  return record.hours.map(report).every(Boolean) ? 0 : 1
}

function report(record: HourRecord): boolean {
  const { hour } = record
  const checks = checkHour(record)
  process.stdout.write(`Hour ${hour.hour}, ${new Date(hour.hour * hourMs).toISOString()}, ${hour.model}\n`)
  for (const check of checks) process.stdout.write(line(check))
  const holds = checks.every((check) => check.holds)
  process.stdout.write(holds ? 'PASS\n\n' : 'FAIL\n\n')
  return holds
}

const line = ({ name, holds, found }: Check) => `  ${holds ? 'ok  ' : 'FAIL'} ${name}: ${found}\n`

async function fetchRecord(ask: PublicRecord): Promise<Export> {
  const hours = revealedHours(await publishedHours(ask))
  const symbols = await ask<{ symbol: string; source: string }[]>('symbols')
  const wanted = values.hour ? hours.filter(({ hour }) => hour.hour === Number(values.hour)) : hours
  const record: Export = { format: 'tallystick-market-1', hours: [] }
  for (const { hour, following } of wanted) {
    const [fromMs, toMs] = [hour.hour * hourMs, hour.hour * hourMs + hourMs - 1]
    const ticks: Record<string, PublicTick[]> = {}
    const refused: NonNullable<HourRecord['refused']> = {}
    for (const { symbol, source: present } of symbols) {
      const run = await ticksBetween(ask, symbol, fromMs, toMs)
      // A symbol that another source fed has no part in the simulated market.
      if (run.length > 0 ? run.every(({ source }) => source !== 'simulated') : present !== 'simulated') continue
      ticks[symbol] = run
      // Only seconds without a tick need an explanation.
      if (run.length < 3600) refused[symbol] = await ask('prices.refused', { symbol, from: fromMs, to: toMs })
    }
    // The hours that a market runs before it opens have no ticks; they are checked when asked for.
    if (!values.hour && !values.all && Object.values(ticks).every((run) => run.length === 0)) continue
    record.hours.push({ hour, following, ticks, refused })
    if (!values.all) break
  }
  return record
}

/** The newest page, all pages with --all, or with --hour that hour and the one after it. */
async function publishedHours(ask: PublicRecord): Promise<PublishedHour[]> {
  if (values.hour) return ask('markets.commitments', { hour: values.hour })
  const hours: PublishedHour[] = []
  for (let p = 1; ; p += 1) {
    const page = await ask<PublishedHour[]>('markets.commitments', { p })
    hours.push(...page)
    if (!values.all || page.length === 0) return hours
  }
}

const notProven =
  `Not checked: ${marketNotChecked.join(', ')}.\n` +
  'Not proven: that everybody was shown this root, and that the operator, who holds the seed, made no use of it. Nothing is signed.\n'

try {
  process.exitCode = await main(positionals[0])
  process.stdout.write(notProven)
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`The record could not be read: ${cause instanceof Error ? cause.message : message}\n`)
  process.exitCode = 2
}
