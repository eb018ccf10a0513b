import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hourMs, revealedHours, type Check, type PublishedHour } from '../server/markets/simulator/verify.ts'
import { checkHour, marketNotChecked, type HourRecord } from './verify/market.ts'
import { recordAt, ticksBetween, type PublicRecord, type PublicTick } from './verify/record.ts'

const usage = `Recomputes the simulated market from its revealed seeds.

  npm run verify:market -- URL [--hour HOUR] [--all] [--export FILE]   reads a server, such as http://127.0.0.1:3000
  npm run verify:market -- FILE                                       reads an export; needs no server

By default, checks the newest revealed hour that has ticks. With --all, checks every revealed hour since the market
began. HOUR is the number of hours since the epoch, as in r=markets.commitments.
Exit code 0: every check passed; 1: a check failed; 2: nothing to check, or the record could not be read.
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
    process.stdout.write('No revealed hour has ticks yet. Seeds are revealed ten minutes after their hour.\n')
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
      // Skips symbols with prices from another source: they aren't part of the simulated market.
      if (run.length > 0 ? run.every(({ source }) => source !== 'simulated') : present !== 'simulated') continue
      ticks[symbol] = run
      // Only seconds without a tick need an explanation.
      if (run.length < 3600) refused[symbol] = await ask('prices.refused', { symbol, from: fromMs, to: toMs })
    }
    // Hours before the market's launch have no ticks. They are checked only with --hour or --all.
    if (!values.hour && !values.all && Object.values(ticks).every((run) => run.length === 0)) continue
    record.hours.push({ hour, following, ticks, refused })
    if (!values.all) break
  }
  return record
}

/** Returns the newest page of hours; with --all every page; with --hour that hour and the next one. */
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
  'Not proven: that everybody was shown this root, and that the operator, who holds the seed, did not use it. ' +
  'Nothing is signed.\n'

try {
  process.exitCode = await main(positionals[0])
  process.stdout.write(notProven)
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`Could not read the record: ${cause instanceof Error ? cause.message : message}\n`)
  process.exitCode = 2
}
