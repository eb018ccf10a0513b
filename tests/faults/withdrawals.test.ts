import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../server/payments/chains/test-nodes.ts'
import { freePort } from '../../server/platform/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { addPayee, approvedPayout, isOnChain, mine, programOf, readReserves, readSends, receivedUnits, signal, whileLocked, type Payee, type Payout, type StoredSend } from './payouts.ts'

/**
 * kill -9 of the signer and of the server between every two steps of a real withdrawal, on the product's own nodes. The steps are held apart by
 * stopping the signer or the node, so each kill falls where it is meant to. Source: chains.md "Withdrawals"; targets.md R6.
 */
let product: Product
let payee: Payee

beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), LOG_LEVEL: 'fatal' })
  payee = await addPayee(product)
}, 120_000)
afterAll(() => product?.stop(), 60_000)

/** Waits for the one attempt to reach a state. */
const attemptIn = (payout: Payout, state: string): Promise<StoredSend> => eventually(async () => (await readSends(product, payout.id)).find((send) => send.state === state))

async function killServer(): Promise<void> {
  await product.kill('SIGKILL')
  await product.restart()
}

/** With the signer stopped, a plan is stored and nothing is signed. */
async function planned(coin: Payout['coin']): Promise<Payout> {
  signal(product, 'signer', 'SIGSTOP')
  const payout = await approvedPayout(product, payee, coin)
  await attemptIn(payout, 'planned')
  return payout
}

/** With the node stopped, what is signed is stored and its broadcast hangs. */
async function signed(coin: Payout['coin']): Promise<Payout & { txid: string }> {
  const payout = await planned(coin)
  signal(product, coin, 'SIGSTOP')
  signal(product, 'signer', 'SIGCONT')
  return { ...payout, txid: (await attemptIn(payout, 'signed')).txid! }
}

async function expectPaidOnce({ id, coin, beforeUnits, arrivesUnits }: Payout): Promise<void> {
  const completed = async () => {
    await mine(product, coin, 1)
    const { body } = await product.call('withdrawals', {}, { secrete: payee.secrete })
    expect((body as { id: string; status: string }[]).find((one) => one.id === id)).toMatchObject({ status: 'COMPLETED' })
  }
  await vi.waitFor(completed, { timeout: 45_000, interval: 250 })
  // Blocks on top, so that a second payment would have been mined as well.
  await mine(product, coin, 3)
  expect((await receivedUnits(product, coin, payee.outside[coin])) - beforeUnits).toBe(arrivesUnits)
  expect(new Set((await readSends(product, id)).flatMap(({ txid }) => txid ?? [])).size).toBe(1)
  const { report, breaks } = await readReserves(product, coin)
  expect(breaks).toEqual([])
  expect(report.differenceMinor, String(report.differenceMinor)).toBeGreaterThanOrEqual(0n)
  expect(report.differenceMinor).toBeLessThan(100n)
}

describe.each(['ETH', 'BTC'] as const)('a withdrawal of %s is paid once and the reserves are the ledger’s', { timeout: 90_000 }, (coin) => {
  it('after kill -9 of the signer while it signs', async () => {
    const before = programOf(product, 'signer')
    const payout = await planned(coin)
    signal(product, 'signer', 'SIGKILL')
    await expectPaidOnce(payout)
    expect(programOf(product, 'signer')).not.toBe(before)
  })

  it('after kill -9 of the server between plan and signature', async () => {
    const payout = await planned(coin)
    // Stopped, it could not end with its parent.
    signal(product, 'signer', 'SIGKILL')
    await killServer()
    await expectPaidOnce(payout)
  })

  it('after kill -9 of the server between signature and broadcast', async () => {
    const payout = await signed(coin)
    const node = programOf(product, coin)
    await product.kill('SIGKILL')
    // It finds the broadcast in its socket and its end in its signals: either may come first.
    process.kill(node, 'SIGCONT')
    await product.restart()
    await expectPaidOnce(payout)
  })

  it('after kill -9 of the server between broadcast and its record', async () => {
    const payout = await signed(coin)
    await whileLocked(product, payout.id, async () => {
      signal(product, coin, 'SIGCONT')
      await eventually(() => isOnChain(product, coin, payout.txid))
      await product.kill('SIGKILL')
    })
    expect((await readSends(product, payout.id)).map(({ state }) => state)).toEqual(['signed'])
    await product.restart()
    await expectPaidOnce(payout)
  })

  it('after kill -9 of the server between broadcast and confirmation', async () => {
    const payout = await approvedPayout(product, payee, coin)
    await attemptIn(payout, 'broadcast')
    await killServer()
    await expectPaidOnce(payout)
  })
})
