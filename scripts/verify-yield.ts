import { readFileSync } from 'node:fs'

// `npm run verify:yield FILE`: recomputes a yield statement (the answer of `farm.statement`) from its terms alone, to the last unit.
// Shares no code with the server. Ends with 0 if everything holds, 1 if something does not, 64 if the file cannot be read.

type Tick = { symbol: string; seq: number; at: number; price: string; scale: number }
type Stretch = { from: number; to: number; announced: number; applied: number }
type Week = { week: number; from: number; to: number; stretches: Stretch[]; carryBefore: string; carryAfter: string; paidMinor: string; paid: string }
type Terms = { startedAt: number; endsAt: number; principalMinor: string; leverHalves: number; minimum: number; borrowing: number; marginBps: number; earlyFeeBps: number; entry: Tick; liquidationPrice: string }
type Ending = { how: 'released' | 'closed early' | 'liquidated'; at: number; tick: Tick; feeMinor: string; returnedMinor: string; returned: string }
type Contract = {
  amount: string
  earnings: string
  duration: number
  lever: number
  coin: string
  state: string
  endsAt: number
  entryPrice: string
  liquidationPrice: string
  returned: string | null
  earlyFee: string
}
type Statement = { format: string; contract: Contract; terms: Terms; weeks: Week[]; ending: Ending | null }

const aDayMs = 24 * 60 * 60 * 1000
const aWeekMs = 7 * aDayMs
// Half levers times millionths a week times milliseconds: so many of them are one minor unit.
const unit = 2n * 1_000_000n * BigInt(aWeekMs)

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(64)
}

function readStatement(file: string | undefined): Statement {
  if (!file) giveUp('Name the file: npm run verify:yield FILE')
  try {
    const statement = JSON.parse(readFileSync(file, 'utf8')) as Statement
    return statement.format === 'tallystick-yield-1' ? statement : giveUp(`${file} is no yield statement`)
  } catch (error) {
    return giveUp(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const faults: string[] = []
function expect(what: string, recomputed: unknown, found: unknown) {
  if (String(recomputed) !== String(found)) faults.push(`${what} is ${String(found)}, recomputed ${String(recomputed)}`)
}

/** lever x rate less (lever - 1) x cost, on the deposit, for the time of the stretch. */
function interestOf({ principalMinor, leverHalves, minimum, borrowing }: Terms, { from, to, announced, applied }: Stretch): bigint {
  expect('the applied rate', Math.max(announced, minimum), applied)
  const earns = BigInt(leverHalves) * BigInt(applied)
  const costs = BigInt(leverHalves - 2) * BigInt(borrowing)
  return BigInt(principalMinor) * (earns - costs) * BigInt(to - from)
}

function checkWeek({ terms, ending }: Statement, week: Week, carry: bigint): bigint {
  const name = `week ${week.week + 1}:`
  const start = terms.startedAt + week.week * aWeekMs
  const fullEnd = Math.min(start + aWeekMs, terms.endsAt)
  expect(`${name} begins at`, start, week.from)
  // Only a price that closed the contract cuts a week short.
  expect(`${name} ends at`, ending?.how === 'liquidated' ? Math.min(fullEnd, ending.at) : fullEnd, week.to)
  expect(`${name} the first stretch begins at`, week.from, week.stretches[0]?.from)
  expect(`${name} the last stretch ends at`, week.to, week.stretches.at(-1)?.to)
  week.stretches.slice(1).forEach((stretch, index) => {
    expect(`${name} no gap before`, week.stretches[index]!.to, stretch.from)
    expect(`${name} rates change on a Monday 00:00 UTC`, 0, (stretch.from - 4 * aDayMs) % aWeekMs)
  })
  const total = week.stretches.reduce((sum, stretch) => sum + interestOf(terms, stretch), carry)
  expect(`${name} the carry into it`, carry, week.carryBefore)
  expect(`${name} paid`, total / unit, week.paidMinor)
  expect(`${name} shown as paid`, week.paidMinor, minor(week.paid))
  expect(`${name} the carry out of it`, total % unit, week.carryAfter)
  return total % unit
}

/** What is left of the deposit at a price: the lever's gain or loss on it, never below zero. */
function leftAt({ principalMinor, leverHalves, entry }: Terms, price: bigint): bigint {
  const before = BigInt(entry.price)
  const left = BigInt(principalMinor) * (BigInt(leverHalves) * price - BigInt(leverHalves - 2) * before)
  return left > 0n ? left / (2n * before) : 0n
}

function checkEnding(terms: Terms, ending: Ending) {
  const price = BigInt(ending.tick.price)
  const left = leftAt(terms, price)
  const fee = (BigInt(terms.principalMinor) * BigInt(terms.earlyFeeBps)) / 10_000n
  const charged = ending.how === 'closed early' ? (fee < left ? fee : left) : 0n
  expect('the ending: the tick comes after the first one', true, ending.tick.seq >= terms.entry.seq)
  expect('the ending: the tick is not after the end', true, ending.tick.at <= ending.at)
  if (ending.how === 'released') expect('the ending: is at', terms.endsAt, ending.at)
  if (ending.how === 'liquidated') expect('the ending: the tick is at or below the liquidation price', true, price <= BigInt(terms.liquidationPrice))
  if (ending.how === 'liquidated') expect('the ending: is at', ending.tick.at, ending.at)
  expect('the ending: fee', charged, ending.feeMinor)
  expect('the ending: returned', left - charged, ending.returnedMinor)
}

/** What the customer is shown must be what the terms and the ending say. */
function checkShown({ contract, terms, ending }: Statement) {
  const { entry } = terms
  expect('the entry’s symbol', `${contract.coin}USD`, entry.symbol)
  expect('the entry price shown', entry.price, minor(contract.entryPrice))
  expect('the liquidation price shown', terms.liquidationPrice, minor(contract.liquidationPrice))
  for (const text of [contract.entryPrice, contract.liquidationPrice]) expect('decimals of a price', entry.scale, text.split('.')[1]?.length ?? 0)
  expect('the fee of an early end', (BigInt(terms.principalMinor) * BigInt(terms.earlyFeeBps)) / 10_000n, minor(contract.earlyFee))
  expect('the end shown', ending?.at ?? terms.endsAt, contract.endsAt)
  if (!ending) {
    expect('nothing is returned before the end', null, contract.returned)
    expect('the state', true, ['running', 'left the chain'].includes(contract.state))
    return
  }
  expect('the state', ending.how, contract.state)
  expect('the ending: shown as returned', ending.returnedMinor, minor(ending.returned))
  expect('the return shown', ending.returnedMinor, minor(contract.returned ?? ''))
  expect('the ending: the symbol and scale', `${entry.symbol} ${entry.scale}`, `${ending.tick.symbol} ${ending.tick.scale}`)
}

function minor(text: string): bigint {
  return /^\d+(\.\d+)?$/.test(text) ? BigInt(text.replace('.', '')) : -1n
}

const statement = readStatement(process.argv[2])
checkShown(statement)
const { terms, ending, contract } = statement
const keep = BigInt(10_000 - terms.marginBps)
expect('the amount', terms.principalMinor, minor(contract.amount))
expect('the duration', terms.startedAt + contract.duration * aDayMs, terms.endsAt)
expect('the lever', terms.leverHalves, contract.lever * 2)
expect('the liquidation price', (BigInt(terms.leverHalves - 2) * BigInt(terms.entry.price) * 10_000n) / (BigInt(terms.leverHalves) * keep), terms.liquidationPrice)
const weeks = statement.weeks.toSorted((a, b) => a.week - b.week)
let carry = 0n
let sum = 0n
weeks.forEach((week, index) => {
  expect('weeks without a gap', index, week.week)
  carry = checkWeek(statement, week, carry)
  sum += BigInt(week.paidMinor)
})
if (ending?.how === 'released' || ending?.how === 'liquidated') expect('interest is paid up to', ending.at, weeks.at(-1)?.to)
expect('the earnings', sum, minor(contract.earnings))
if (ending) checkEnding(terms, ending)
for (const fault of faults) process.stdout.write(`FAIL  ${fault}\n`)
process.stdout.write(faults.length === 0 ? `The statement holds: ${weeks.length} weeks${ending ? `, ${ending.how}` : ''}, recomputed to the last unit.\n` : `The statement does NOT hold: ${faults.length} faults.\n`)
process.stdout.write('Not proven by this file: the prices of entry and end, the announced rates (compare the public calls), forward and delivered rates, worth and health, ids and transfers. Nothing is signed.\n')
process.exit(faults.length === 0 ? 0 : 1)
