import { readFileSync } from 'node:fs'

// `npm run verify:mining FILE`: recomputes a mining statement (the answer of `mining.statement`) from its inputs alone, to the last unit.
// Shares no code with the server. Ends with 0 if everything holds, 1 if something does not, 64 if the file cannot be read.

type Accrual = { from: number; to: number; hashesPerS: string; difficulty: string; work: string; subsidyMinor: string; feeBps: number; rejectedBps: number }
type Price = { price: string; scale: number }
type Day = { day: number; paidAt: number; accruals: Accrual[]; carryBefore: string; carryAfter: string; minedMinor: string; rate: { from: Price; to: Price } | null; paidMinor: string; paid: string }
type Statement = { format: string; contract: { coin: string; mines: string; startedAt: number; endsAt: number; hash: string; earnings: string }; days: Day[]; count: number }

const works: Record<string, bigint> = { BTC: 2n ** 32n, LTC: 2n ** 32n, ZEC: 2n ** 13n, XMR: 1n }
const decimals: Record<string, number> = { BTC: 8, ETH: 9, LTC: 8, XRP: 6, ZEC: 8, XMR: 8 }
const oneDayMs = 24 * 60 * 60 * 1000
const parts = 10n ** 18n

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(64)
}

function readStatement(file: string | undefined): Statement {
  if (!file) giveUp('Name the file: npm run verify:mining FILE')
  try {
    const statement = JSON.parse(readFileSync(file, 'utf8')) as Statement
    return statement.format === 'tallystick-mining-1' ? statement : giveUp(`${file} is no mining statement`)
  } catch (error) {
    return giveUp(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** hash rate x seconds x subsidy / (difficulty x work), less fee and rejected share, in 10^-18 of a minor unit. */
function yieldOf(accrual: Accrual): bigint {
  const seconds1000 = BigInt(accrual.to - accrual.from)
  const kept = BigInt(10_000 - accrual.feeBps) * BigInt(10_000 - accrual.rejectedBps)
  // difficulty comes in hundred-millionths, time in thousandths of a second, both shares in ten-thousandths.
  return (BigInt(accrual.hashesPerS) * seconds1000 * BigInt(accrual.subsidyMinor) * kept * 100_000_000n * parts) / (BigInt(accrual.difficulty) * BigInt(accrual.work) * 1_000n * 100_000_000n)
}

function paidOf(statement: Statement, day: Day): bigint {
  if (!day.rate) return BigInt(day.minedMinor)
  const { coin, mines } = statement.contract
  const { from, to } = day.rate
  const up = BigInt(day.minedMinor) * BigInt(from.price) * 10n ** BigInt(to.scale + decimals[coin]!)
  return up / (BigInt(to.price) * 10n ** BigInt(from.scale + decimals[mines]!))
}

/** A decimal text in units of ten to the minus `scale`. */
function scaled(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

/** What is wrong with a day, in words; nothing where all holds. */
function faultsOf(statement: Statement, day: Day, carry: bigint): string[] {
  const faults: string[] = []
  const expect = (what: string, expected: unknown, found: unknown) => {
    if (String(expected) !== String(found)) faults.push(`day ${day.day + 1}: ${what} is ${String(found)}, recomputed ${String(expected)}`)
  }
  const { startedAt, mines, coin } = statement.contract
  const [first, last] = [day.accruals[0], day.accruals.at(-1)]
  expect('begins at', startedAt + day.day * oneDayMs, first?.from)
  expect('ends at', startedAt + (day.day + 1) * oneDayMs, last?.to)
  expect('is paid at', Math.max(startedAt + 2 * oneDayMs, startedAt + (day.day + 1) * oneDayMs), day.paidAt)
  day.accruals.forEach((accrual, index) => {
    if (index > 0) expect('has no gap at', day.accruals[index - 1]!.to, accrual.from)
    expect('work', works[mines], accrual.work)
    // The contract states its hash rate in TH/s.
    expect('hash rate', scaled(statement.contract.hash, 12), accrual.hashesPerS)
    expect('fee', statement.days[0]!.accruals[0]!.feeBps, accrual.feeBps)
    expect('rejected share', statement.days[0]!.accruals[0]!.rejectedBps, accrual.rejectedBps)
  })
  const total = day.accruals.reduce((sum, accrual) => sum + yieldOf(accrual), carry)
  expect('carry into it', carry, day.carryBefore)
  expect('mined', total / parts, day.minedMinor)
  expect('carry out of it', total % parts, day.carryAfter)
  expect('is converted', coin !== mines, day.rate !== null)
  expect('paid', paidOf(statement, day), day.paidMinor)
  expect('shown as paid', day.paidMinor, scaled(day.paid, decimals[coin]!))
  return faults
}

const statement = readStatement(process.argv[2])
const days = statement.days.toSorted((a, b) => a.day - b.day)
const faults: string[] = days.length === statement.count ? [] : [`the statement has ${days.length} of ${statement.count} days: ask for it without a page`]
let carry = BigInt(days[0]?.carryBefore ?? '0')
if (days[0]?.day === 0 && carry !== 0n) faults.push('the first day begins with a carry')
let sum = 0n
days.forEach((day, index) => {
  if (day.day !== days[0]!.day + index) faults.push(`day ${day.day + 1} stands where day ${days[0]!.day + index + 1} should`)
  faults.push(...faultsOf(statement, day, carry))
  carry = BigInt(day.carryAfter)
  sum += BigInt(day.paidMinor)
})
const earnings = scaled(statement.contract.earnings, decimals[statement.contract.coin]!)
if (statement.contract.endsAt !== statement.contract.startedAt + 365 * oneDayMs) faults.push('the contract does not last 365 days')
if (days.length === statement.count && sum !== earnings) faults.push(`the days come to ${sum}, the contract says ${earnings}`)
for (const fault of faults) process.stdout.write(`FAIL  ${fault}\n`)
process.stdout.write(faults.length === 0 ? `The statement holds: ${days.length} days, recomputed to the last unit.\n` : `The statement does NOT hold: ${faults.length} faults.\n`)
process.stdout.write('Not proven by this file: difficulty, subsidy, fee and prices (compare the public calls), the plan, the price paid and the place, ids and transfers. Nothing is signed.\n')
process.exit(faults.length === 0 ? 0 : 1)
