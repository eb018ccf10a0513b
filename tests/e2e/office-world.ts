import { testPassword } from '../../server/test-access.ts'
import { enrolFirstOperator, type Product } from '../product.ts'
import { mine, pay, waitForChains } from './chains.ts'
import { verify } from './little-world.ts'
import { expect, must } from './product.ts'

const bank = { method: 'Bank', bname: 'Bank of Practice', aname: 'Ada Byron', anumber: '12345678', rnumber: '200000' }
const daySeconds = 86_400
const hourSeconds = 3_600

/** The IDs in the paths of pages that show a single object. */
export type OfficeWorld = { miningContract: string; yieldContract: string; openDeposit: string; deposits: string[] }

/**
 * Gives a customer something on every page of the office, and produces every server message that a customer can get
 * without waiting for a rare event: trades with their results, a robot, a copied trader, deposits and contracts in
 * several states, withdrawals, a rejected identity document, a hidden review, the bonus for verification, an API key,
 * limits and a pause.
 */
export async function fillOffice(product: Product, secrete: string): Promise<OfficeWorld> {
  const own = { secrete }
  const call = (name: string, input: Record<string, unknown> = {}) => must(product.call(name, input, own))
  await waitForChains(product)
  await product.advance(30)
  await verify(product, secrete, 'unreadable')
  await verify(product, secrete)
  await trade(product, secrete)
  await copy(product, secrete)
  const contracts = await depositAll(product, secrete)
  await review(product, secrete)
  await call('keys.make', { name: 'ROBOT', pwd: testPassword })
  await withdraw(product, secrete)
  const { tid: openDeposit } = await call('createtrnx', { type: 'ETH', plan: 'starter', amount: '100', coin: '' })
  for (const value of ['50', '']) await call('limits.set', { name: 'stake', value })
  await call('limits.set', { name: 'deposit_day', value: '5000' })
  await call('limits.timeout', { hours: 24, confirm: 'TIME OUT' })
  return { ...contracts, openDeposit }
}

async function trade(product: Product, secrete: string): Promise<void> {
  for (const TYPE of ['BUY', 'SELL'])
    await must(product.call('trade', { symbols: 'EURUSD', amount: '20', interval: 5, TYPE }, { secrete }))
  await product.advance(10)
  await must(product.call('trade', { symbols: 'BTCUSD', amount: '20', interval: 180, TYPE: 'BUY' }, { secrete }))
}

/** Copies one order from a trader, stops copying, and starts a robot. */
async function copy(product: Product, secrete: string): Promise<void> {
  const operator = { secrete: await enrolFirstOperator(product) }
  await must(product.call('copytrader', { copytrade: 'steadfast', to: 'start', amount: '10' }, { secrete }))
  const order = { symbol: 'ETHUSD', TYPE: 'BUY', interval: 5, inSeconds: 0, reason: 'Shown to be copied live.' }
  await must(product.call('experts.schedule', { tid: 'steadfast', ...order }, operator))
  await expect
    .poll(async () => (await must(product.call('trades', {}, { secrete }))).length, { timeout: 20_000 })
    .toBeGreaterThan(3)
  await must(product.call('copytrader', { copytrade: 'steadfast', to: 'stop' }, { secrete }))
  const { strategies } = await must(product.call('robot', {}, { secrete }))
  const plan = { strategy: strategies[0].id, stake: '10', symbols: 'EURUSD,BTCUSD,ETHUSD', lossLimit: '100' }
  await must(product.call('robot.set', plan, { secrete }))
  await must(product.call('robot.start', {}, { secrete }))
  await product.advance(600)
}

/** Pays too little and too much, buys a mining and a yield contract, and cancels a deposit. */
async function depositAll(product: Product, secrete: string): Promise<Omit<OfficeWorld, 'openDeposit'>> {
  const quote = (input: Record<string, unknown>) => must(product.call('createtrnx', input, { secrete }))
  const cancelled = await quote({ type: 'ETH', plan: 'starter', amount: '100', coin: '' })
  await must(product.call('closetrnx', { tid: cancelled.tid }, { secrete }))
  const over = await quote({ type: 'BTC', plan: 'starter', amount: '100', coin: '' })
  await pay(product, 'BTC', over.address)
  await pay(product, 'BTC', over.address)
  const mining = await quote({ type: 'BTC', plan: 'btc-basic', amount: '300', coin: 'BTC' })
  await pay(product, 'BTC', mining.address)
  const farm = { plan: 'btc-reach', amount: '1000', type: 'BTC', lever: '2.5', duration: '28' }
  const locked = await must(product.call('farm', farm, { secrete }))
  await pay(product, 'BTC', locked.address)
  const begun = async () => {
    await mine(product, 'BTC')
    const [mines, yields] = [
      await must(product.call('activedeposits', {}, { secrete })),
      await must(product.call('activeyields', {}, { secrete })),
    ]
    return mines.length + yields.length
  }
  await expect.poll(begun, { timeout: 60_000, intervals: [250] }).toBe(2)
  const [{ id: miningContract }] = await must(product.call('activedeposits', {}, { secrete }))
  const [{ id: yieldContract }] = await must(product.call('activeyields', {}, { secrete }))
  await product.advance(60 * hourSeconds)
  return { miningContract, yieldContract, deposits: [cancelled.tid, over.tid, mining.tid] }
}

/** Writes a review, whose text an operator hides. */
async function review(product: Product, secrete: string): Promise<void> {
  const plan = { kind: 'mining', plan: 'btc-basic' }
  await must(product.call('reviews.write', { ...plan, rating: '4', text: 'Fine.' }, { secrete }))
  const operator = { secrete: await enrolFirstOperator(product) }
  const [{ id }] = await must(product.call('reviews.list', {}, operator))
  await must(product.call('reviews.hide', { id, reason: 'off_topic' }, operator))
}

/** Creates three bank withdrawals: one paid, one refused, and one that waits for approval. */
async function withdraw(product: Product, secrete: string): Promise<void> {
  const { id: customer } = await must(product.call('user', {}, { secrete }))
  const order = async (amount: string) =>
    (await must(product.call('withdraw', { ...bank, account: 'Trading', amount }, { secrete }))).id
  const paid = await order('50')
  await product.advance(daySeconds)
  const operator = { secrete: await enrolFirstOperator(product) }
  await must(product.call('withdrawals.approve', { id: paid, customer }, operator))
  const refused = await order('60')
  await must(product.call('withdrawals.refuse', { id: refused, customer, reason: 'inaccurate_information' }, operator))
  await order('70')
}
