import { readFileSync } from 'node:fs'

/**
 * Works out an expert's figures from its recorded trades alone, without any code of the server: `npm run verify:expert FILE`, with what
 * the call `traders.record` answered. With the address of an installation behind it, each result is worked out from the recorded prices too:
 * `npm run verify:expert FILE https://practice.example`. Ends with 1 where anything is another.
 */
type Trade = { id: string; symbol: string; type: 'BUY' | 'SELL'; acceptedAt: number; status: string; stake: string; returned: string | null; payoutBps: number; expiresAt: number }
type Shown = { trades: number; won: number; lost: number; wr: number | null; wrLow: number | null; breakEven: number | null; drawdown: number; risk: number; result: string; resultPercent: number }
type File = { format: string; trader: Shown & { id: string }; capital: string; trades: Trade[] }

const [file, installation] = process.argv.slice(2)
if (!file) {
  process.stderr.write('Give a file: npm run verify:expert FILE [ADDRESS]\n')
  process.exit(2)
}
const { format, trader, capital, trades } = JSON.parse(readFileSync(file, 'utf8')) as File
if (format !== 'tallystick-expert-1') throw new Error(`This is no record of an expert: ${format}`)

const cents = (text: string) => BigInt(text.replace('.', ''))
const words = (amount: bigint) => `${amount < 0n ? '-' : ''}${String(amount < 0n ? -amount : amount).padStart(3, '0').replace(/(..)$/, '.$1')}`
const percent = (part: number) => Math.round(part * 10_000) / 100

const broken: string[] = []
for (const { id, status, stake, returned, payoutBps } of trades) {
  const due = { OPEN: null, WON: cents(stake) + (cents(stake) * BigInt(payoutBps)) / 10_000n, LOST: 0n, TIE: cents(stake), VOID: cents(stake) }[status]
  if (due !== (returned === null ? null : cents(returned))) broken.push(`trade ${id}: ${status} returned ${returned}`)
}

const settled = trades.filter(({ status }) => status !== 'OPEN').toSorted((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1))
const decided = settled.filter(({ status }) => status === 'WON' || status === 'LOST')
const n = decided.length
const won = decided.filter(({ status }) => status === 'WON').length
const rate = won / n
const z = 1.959964
const low = (rate + z ** 2 / (2 * n) - z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n)
const start = cents(capital)
let [account, high, fall] = [start, start, 0]
const moves: number[] = []
for (const { stake, returned } of settled) {
  const change = cents(returned!) - cents(stake)
  moves.push(Number(change) / Number(account))
  account += change
  if (account > high) high = account
  fall = Math.max(fall, Number(high - account) / Number(high))
}
const middle = moves.reduce((sum, move) => sum + move, 0) / moves.length
const spread = moves.length < 2 ? 0 : Math.sqrt(moves.reduce((sum, move) => sum + (move - middle) ** 2, 0) / (moves.length - 1))
const found: Shown = {
  trades: trades.length,
  won,
  lost: n - won,
  wr: n > 0 ? percent(rate) : null,
  wrLow: n > 0 ? percent(low) : null,
  breakEven: n > 0 ? percent(decided.reduce((sum, { payoutBps }) => sum + 1 / (1 + payoutBps / 10_000), 0) / n) : null,
  drawdown: percent(fall),
  risk: Math.min(10, 1 + Math.floor(Math.max(fall / 0.05, spread / 0.0025))),
  result: words(account - start),
  resultPercent: percent(Number(account - start) / Number(start)),
}
for (const [name, value] of Object.entries(found)) if (trader[name as keyof Shown] !== value) broken.push(`${name}: shown ${trader[name as keyof Shown]}, computed ${value}`)
let checked = 0
if (installation) {
  for (const trade of trades.filter(({ status }) => ['WON', 'LOST', 'TIE'].includes(status))) {
    const { due, words } = await resultOf(trade, installation)
    if (due !== trade.status) broken.push(`trade ${trade.id}: ${trade.status}, and by the recorded prices ${due} (${words})`)
    checked += 1
  }
}

/** The strike is the first price after the acceptance, the exit the last one at or before the expiry. */
async function resultOf({ symbol, type, acceptedAt, expiresAt }: Trade, address: string): Promise<{ due: string; words: string }> {
  const answer = await fetch(`${address.replace(/\/$/, '')}/api?r=ticks&${new URLSearchParams({ symbol, from: String(acceptedAt + 1), to: String(expiresAt) })}`)
  if (!answer.ok) throw new Error(`The prices of ${symbol} cannot be read: ${answer.status}`)
  const ticks = (await answer.json()) as { at: number; price: string }[]
  const [strike, exit] = [ticks[0], ticks.at(-1)]
  if (!strike || !exit) return { due: 'nothing', words: 'there is no price' }
  const rise = BigInt(exit.price.replace('.', '')) - BigInt(strike.price.replace('.', ''))
  const due = rise === 0n ? 'TIE' : rise > 0n === (type === 'BUY') ? 'WON' : 'LOST'
  return { due, words: `strike ${strike.price}, exit ${exit.price}` }
}

if (broken.length > 0) {
  process.stderr.write(`The record of ${trader.id} does not hold:\n${broken.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`The figures hold: ${trades.length} trades of ${trader.id}, win rate ${found.wr} %, result ${found.result}.${installation ? ` ${checked} results follow from the recorded prices.` : ''}\n`)
process.stdout.write(
  `Not proven: that no trade or signal was left out, that the published rule was followed, name, picture, rank and copiers${installation ? '' : ', and that the prices were published'}. Nothing is signed.\n`,
)
