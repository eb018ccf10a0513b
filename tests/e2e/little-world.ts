import type { RejectionReason } from '../../api/states/verification-states.ts'
import { picture } from '../../server/platform/files/test-pictures.ts'
import { enrolFirstOperator, signUp, type Product } from '../product.ts'
import { mine, pay, waitForChains } from './chains.ts'
import { expect, must, type Customer } from './product.ts'

/** An external address, for which the product has no key. */
const outside = '0x00000000000000000000000000000000000a11ce'
const bank = { method: 'Bank', bname: 'Bank of Practice', aname: 'Ada Byron', anumber: '12345678', rnumber: '200000' }
const daySeconds = 86_400

/**
 * Makes calls that create data for the figures on public pages: customers with settled trades, one of them referred by
 * the other, with a deposit; a review of the plan; payouts, one on the test network and one simulated; and a statement
 * of solvency.
 */
export async function populate(product: Product): Promise<void> {
  await product.advance(30)
  const referrer = await signUp(product)
  const { code } = await must(product.call('affiliate', {}, referrer))
  const { secrete } = await signUp(product, { ref: code })
  for (const one of [referrer.secrete, secrete]) {
    for (const [place, TYPE] of ['BUY', 'SELL', 'BUY'].entries())
      await must(
        product.call('trade', { symbols: 'EURUSD', amount: String(20 + place), interval: 5, TYPE }, { secrete: one }),
      )
    await product.advance(8)
  }
  await deposit(product, secrete)
  await must(
    product.call(
      'reviews.write',
      { kind: 'trading', plan: 'starter', rating: '4', text: 'Arrived after two blocks.' },
      { secrete },
    ),
  )
  await verify(product, secrete)
  for (const order of [bank, { method: 'ETH', address: outside }])
    await must(product.call('withdraw', { ...order, account: 'Trading', amount: '100' }, { secrete }))
  // A new destination can be used after a day. By then, there is also a statement of solvency.
  await product.advance(daySeconds)
  await payOut(product, secrete)
}

/** Pays for a plan with test bitcoin. */
async function deposit(product: Product, secrete: string): Promise<void> {
  await waitForChains(product)
  const { address } = await must(
    product.call('createtrnx', { type: 'BTC', plan: 'starter', amount: '100', coin: 'null' }, { secrete }),
  )
  await pay(product, 'BTC', address)
  const credited = async () => {
    await mine(product, 'BTC')
    return (await must(product.call('reviews.mine', {}, { secrete }))).length
  }
  await expect.poll(credited, { timeout: 60_000, intervals: [250] }).toBe(1)
}

/** Sends a passport, which an operator approves, or rejects for a reason. */
export async function verify(product: Product, secrete: string, rejection?: RejectionReason): Promise<void> {
  const form = new FormData()
  form.set('voption', 'Passport')
  form.set('ID', new Blob([new Uint8Array(await picture())]), 'passport.jpg')
  await fetch(`${product.url}/api?r=uploadid`, { method: 'POST', headers: { secrete }, body: form })
  const operator = { secrete: await enrolFirstOperator(product) }
  const { id: customer } = await must(product.call('user', {}, { secrete }))
  const { waiting } = await must(product.call('verifications', {}, operator))
  const { verification } = waiting.find((one: { customer: string }) => one.customer === customer)
  await must(
    product.call('verifications.open', { customer, verification, reason: 'First check of this passport' }, operator),
  )
  await must(
    rejection
      ? product.call('verifications.reject', { customer, verification, reason: rejection }, operator)
      : product.call('verifications.approve', { customer, verification }, operator),
  )
}

/** Approves all of the customer's withdrawals as an operator. Resolves when they are completed. */
async function payOut(product: Product, secrete: string): Promise<void> {
  const operator = { secrete: await enrolFirstOperator(product) }
  const { id: customer } = await must(product.call('user', {}, { secrete }))
  const orders = async (): Promise<{ id: string; status: string }[]> =>
    must(product.call('withdrawals', {}, { secrete }))
  for (const { id } of await orders()) await must(product.call('withdrawals.approve', { id, customer }, operator))
  const open = async () => {
    await mine(product, 'ETH')
    return (await orders()).filter(({ status }) => status !== 'COMPLETED')
  }
  await expect.poll(open, { timeout: 60_000, intervals: [250] }).toEqual([])
}

/** Starts a deposit in test bitcoin, and uploads a picture as its receipt. Returns the deposit. */
export async function sendReceipt(
  product: Product,
  customer: Customer,
  plan: string,
  amount: string,
): Promise<{ tid: string; address: string }> {
  const begun = await must(product.call('createtrnx', { type: 'BTC', plan, amount, coin: 'null' }, customer))
  const form = new FormData()
  form.set('pop', new Blob([new Uint8Array(await picture())]), 'receipt.jpg')
  const { status } = await fetch(`${product.url}/api?r=trnxpop&tid=${begun.tid}`, {
    method: 'POST',
    headers: { secrete: customer.secrete },
    body: form,
  })
  expect(status).toBe(200)
  return begun
}
