import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../server/platform/database/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { inDatabase } from './books.ts'
import { checkPayments } from './checker/payments.ts'
import { payoutKills } from './payout-kills.ts'
import {
  addPayee,
  isCompleted,
  mine,
  nodeOf,
  readReserves,
  readSends,
  receivedUnits,
  type Payee,
  type Payout,
} from './payouts.ts'

let product: Product
let payee: Payee

beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), LOG_LEVEL: 'fatal' })
  payee = await addPayee(product)
}, 120_000)
afterAll(() => product?.stop(), 60_000)

async function expectCompletedByOneTransaction(payout: Payout): Promise<void> {
  const completed = async () => {
    await mine(product, payout.coin, 1)
    expect(await isCompleted(product, payee, payout)).toBe(true)
  }
  await vi.waitFor(completed, { timeout: 45_000, interval: 100 })
  expect(new Set((await readSends(product, payout.id)).flatMap(({ txid }) => txid ?? [])).size).toBe(1)
}

describe.each(['ETH', 'BTC'] as const)('a withdrawal in %s', { timeout: 90_000 }, (coin) => {
  const payouts: Payout[] = []

  it.each(payoutKills)('is completed by one transaction $title', async ({ run }) => {
    payouts.push(await run({ product, payee }, coin))
    await expectCompletedByOneTransaction(payouts.at(-1)!)
  })

  it('is paid only once after any of these kills, and the reserves match the ledger', async () => {
    expect(payouts).toHaveLength(payoutKills.length)
    // Mines blocks that would include a second payment. Runs once for all cases, because it reads the whole chain.
    await mine(product, coin, 3)
    expect(await receivedUnits(product, coin, payee.outside[coin])).toBe(
      payouts.reduce((sum, { arrivesUnits }) => sum + arrivesUnits, 0n),
    )
    const { report, breaks } = await readReserves(product, coin)
    expect(breaks).toEqual([])
    expect(report.differenceMinor, String(report.differenceMinor)).toBeGreaterThanOrEqual(0n)
    expect(report.differenceMinor).toBeLessThan(100n)
  })
})

it('the payment checker reports nothing until a payment is made twice', async () => {
  const chains = {
    BTC: { node: nodeOf(product, 'BTC'), outside: payee.outside.BTC },
    ETH: { node: nodeOf(product, 'ETH'), outside: payee.outside.ETH },
  }
  const check = () => inDatabase(product, (client) => checkPayments(client, chains))
  expect(await check()).toEqual([])
  const body = JSON.stringify({ coin: 'ETH', address: payee.outside.ETH, amount: '0.001' })
  await fetch(`${product.url}/dev/faucet`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await mine(product, 'ETH', 1)
  expect(await check()).toEqual([
    { fault: 'doubled', subject: '5 withdrawals of ETH', detail: expect.stringContaining('arrived outside') },
  ])
})
