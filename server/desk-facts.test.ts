import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAccessWorld, testPassword, type AccessWorld } from './test-access.ts'

/** Tests the facts about trades, money and limits on the desk's customer page, with the whole product. */
let world: AccessWorld
beforeAll(async () => void (world = await startAccessWorld({ CHAINS: '0' })), 60_000)
afterAll(() => world?.stop())

it('counts only the customer’s trades, deposits, withdrawals, own limits and webhooks', async () => {
  const [ada, ben] = [await world.signUp('ada@example.org'), await world.signUp('ben@example.org')]
  await world.app.platform.clock.advance(10_000)
  for (const secrete of [ada, ben])
    expect(
      (await world.send('trade', { symbols: 'BTCUSD', amount: '10', interval: 180, TYPE: 'BUY' }, { secrete })).status,
    ).toBe(200)
  expect((await world.send('limits.set', { name: 'stake', value: '20' }, { secrete: ada })).status).toBe(200)
  expect((await world.send('limits.timeout', { hours: 24, confirm: 'TIME OUT' }, { secrete: ada })).status).toBe(200)
  expect(
    (await world.send('webhooks.add', { url: 'http://127.0.0.1:9/hook', pwd: testPassword }, { secrete: ada })).status,
  ).toBe(200)
  const { secrete } = await world.addOperator('auditor')
  const { id } = (await world.send('user', {}, { secrete: ada })).body
  expect((await world.send('customers.show', { id }, { secrete })).body.facts).toMatchObject([
    { id: 'Other accounts of this person', label: 'Other accounts of this person', value: null, valuePhrase: null },
    { id: 'Trades', label: 'Trades', value: '1, 1 open', valuePhrase: { phrase: 'fact_trades' } },
    { id: 'Deposits', label: 'Deposits', value: '0, 0 credited', valuePhrase: { phrase: 'fact_deposits' } },
    {
      id: 'Withdrawals',
      label: 'Withdrawals',
      value: '0, 0 open, 0 completed',
      valuePhrase: { phrase: 'fact_withdrawals' },
    },
    {
      id: 'Own limits',
      label: 'Own limits',
      value: expect.stringMatching(/^1 set, away until .* UTC$/),
      valuePhrase: { phrase: 'fact_limits_paused' },
    },
    { id: 'Webhooks', label: 'Webhooks', value: '1, 0 disabled', valuePhrase: { phrase: 'fact_webhooks' } },
  ])
})
