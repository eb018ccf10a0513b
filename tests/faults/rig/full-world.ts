import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../../product.ts'
import { inDatabase } from '../books.ts'
import { addPayee, approvedPayout, isCompleted, mine, type Payee } from '../payouts.ts'

const daySeconds = 86_400
const turns = 80

/**
 * Uses a product until every table with money has rows: trades, copies, a deposit for each purpose, and a completed
 * withdrawal. All rows are sealed, then one more trade settles.
 */
export async function fillEveryTable(product: Product, say: (line: string) => void): Promise<void> {
  const payee = await addPayee(product)
  const ask = async (call: string, input: Record<string, unknown>) => {
    const { status, body } = await product.call(call, input, { secrete: payee.secrete })
    if (status !== 200) throw new Error(`${call}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  await product.advance(10)
  await copyAnOrder(product, payee)
  for (const TYPE of ['BUY', 'SELL'])
    for (const symbols of ['BTCUSD', 'EURUSD']) await ask('trade', { symbols, amount: '20', interval: 5, TYPE })
  const miningPlan = await product.call('mplans')
  const deposits = [
    await ask('createtrnx', { type: 'BTC', plan: 'Bronze' }),
    await ask('createtrnx', { type: 'ETH', plan: miningPlan.body[0].plan, coin: 'BTC' }),
    await ask('farm', { type: 'ETH', plan: 'Bitcoin Steady', amount: '800', lever: '2', duration: '30' }),
  ]
  for (const [place, { address }] of deposits.entries()) await pay(product, place === 0 ? 'BTC' : 'ETH', address)
  await until(product, async () => {
    const { body } = await product.call('deposits', {}, { secrete: payee.secrete })
    return JSON.stringify(body).toLowerCase().includes('credited')
  })
  await completePayout(product, payee)
  // Interest is paid, and a nightly check seals final rows.
  await product.advance(8 * daySeconds)
  await product.advance(60)
  await ask('trade', { symbols: 'BTCUSD', amount: '20', interval: 5, TYPE: 'BUY' })
  await product.advance(60)
  say('every table has rows')
}

/** Follows an expert, who then places an order. Resolves when it is copied. */
async function copyAnOrder(product: Product, { secrete, owner }: Payee): Promise<void> {
  const started = await product.call('copytrader', { copytrade: 'pendulum', to: 'start' }, { secrete })
  const order = { tid: 'pendulum', symbol: 'BTCUSD', TYPE: 'BUY', interval: 5, inSeconds: 2, reason: 'To have a copy.' }
  const scheduled = await product.call('experts.schedule', order, { secrete: owner })
  const refused = [started, scheduled].find(({ status }) => status !== 200)
  if (refused) throw new Error(`copying failed: ${refused.status} ${JSON.stringify(refused.body)}`)
  await untilCopied(product)
  await product.advance(60)
}

/** Advances the clock in small steps until the scheduled order is copied. */
async function untilCopied(product: Product): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await product.advance(1)
    const copied = await inDatabase(
      product,
      async (client) => (await client.query('SELECT FROM copying.copies LIMIT 1')).rowCount,
    )
    if (copied) return
    await pause(100)
  }
  throw new Error('the order was not copied')
}

async function pay(product: Product, coin: 'BTC' | 'ETH', address: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${product.url}/dev/faucet`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ coin, address }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function completePayout(product: Product, payee: Payee): Promise<void> {
  const payout = await approvedPayout(product, payee, 'ETH')
  await until(product, () => isCompleted(product, payee, payout))
}

/** Mines blocks until `isSo` returns true. Throws after 80 attempts. */
async function until(product: Product, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    for (const coin of ['BTC', 'ETH'] as const) await mine(product, coin, 1)
    if (await isSo()) return
    await pause(500)
  }
  throw new Error("the chains didn't reach the expected state in time")
}
