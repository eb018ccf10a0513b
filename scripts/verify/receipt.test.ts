import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketsCalls } from '../../api/calls/markets/markets.ts'
import { proofsCalls } from '../../api/calls/proofs/proofs.ts'
import { canonicalReceipt, tradeMakers, type TradeReceipt } from '../../api/calls/trading/trading.ts'
import { tradeStates } from '../../api/states/trade-states.ts'
import { createMetrics } from '../../server/platform/metrics.ts'
import { createProofs } from '../../server/proofs/public.ts'
import { noDeskFigures } from '../../server/proofs/test-world.ts'
import { checkReceipt } from '../../server/trading/records/check-receipt.ts'
import { createScriptedWorld, type ScriptedWorld } from '../../server/trading/test-world.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { serveCalls, type TestApi } from '../../tests/harness.ts'
import { recordOf } from '../../tests/public-record.ts'
import { compareReceipt, receiptCheckedByRecord, receiptNotChecked } from './receipt.ts'
import type { PublicRecord } from './record.ts'

let world: ScriptedWorld
let api: TestApi
let record: PublicRecord
const receipts: Record<string, TradeReceipt> = {}

beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD', 'GBPUSD'])
  const { platform, markets, ledger } = world
  const proofs = createProofs(platform, {
    ledger,
    openStakes: async () => [],
    auditHead: async () => ({ entries: 0, hash: '' }),
    brokenBooks: async () => 0,
    simulatedAccounts: async () => [],
    customerFigures: async () => ({ customers: 1, sinceMs: 0 }),
    tradingFigures: async () => ({ settled: 0, won: 0, lost: 0, tie: 0, void: 0, traders: 0, losers: 0 }),
    moneyFigures: async () => ({ deposited: [], withdrawn: [] }),
    desk: noDeskFigures,
    reserves: async () => 0n,
  })
  api = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    { ...marketsCalls, ...proofsCalls },
    { ...markets.calls, ...proofs.calls },
    () => null,
  )
  record = recordOf(api.call)
  const { secrete } = await world.addCustomer()
  await proofs.makeStatement()
  await platform.clock.advance(1_000)
  await world.publish('EURUSD', [1_000, 1_000])
  await world.publish('GBPUSD', [1_000, 1_000])
  const ids: Record<string, string> = {}
  for (const [name, input] of Object.entries({
    won: {},
    lost: { TYPE: 'SELL' },
    tie: { interval: 10 },
    void: { symbols: 'GBPUSD' },
    open: { interval: 180 },
  })) {
    ids[name] = (
      await world.api.call(
        'trade',
        { symbols: 'EURUSD', amount: '10.01', interval: 5, TYPE: 'BUY', ...input },
        { secrete },
      )
    ).body.id
  }
  await world.publish(
    'EURUSD',
    [2_000, 1_010],
    [3_000, 1_000],
    [5_000, 1_020],
    [6_500, 1_000],
    [10_000, 1_010],
    [11_500, 1_030],
  )
  await world.publish('GBPUSD', [7_000, 1_010], [11_500, 1_000])
  await platform.owner.query(
    `INSERT INTO markets.refused_prices (symbol, at_ms, bid, ask, price, reason, source)
     SELECT 'EURUSD', $1::bigint + s * 1000, 990, 1010, 1200, 'jump', 'scripted#' || s FROM generate_series(1, 2) s`,
    [Date.UTC(2026, 0, 5, 12)],
  )
  await platform.clock.advance(20_000)
  for (const [name, id] of Object.entries(ids))
    receipts[name] = (await world.api.call('trades.receipt', { id }, { secrete })).body
  await platform.clock.advance(86_400_000)
  await proofs.makeStatement()
})
afterAll(async () => {
  await api.stop()
  await world.stop()
})

const sealed = (receipt: TradeReceipt) => ({
  ...receipt,
  digest: createHash('sha256').update(canonicalReceipt(receipt)).digest('hex'),
})
const findings = async (receipt: TradeReceipt, publicRecord?: PublicRecord) => {
  const own = checkReceipt(receipt)
  // Like the command, compares a receipt with the record only if its own checks pass.
  const checks =
    publicRecord && own.every(({ result }) => result === 'pass')
      ? [...own, ...(await compareReceipt(receipt, publicRecord))]
      : own
  return checks
    .filter(({ result }) => result !== 'pass')
    .map(({ name, result, detail }) => `${name} ${result}: ${detail}`)
}
const others = {
  'order.by': [...tradeMakers],
  'order.cur': ['$', '€', '£'],
  'order.type': ['BUY', 'SELL'],
  'order.status': [...tradeStates],
  'outcome.status': [...tradeStates],
  'refused.entry.*.reason': ['jump', 'crossed'],
  'refused.exit.*.reason': ['jump', 'crossed'],
}

describe('a receipt compared with the public record', () => {
  it('passes every check if unchanged', async () => {
    expect(Object.entries(receipts).map(([name, { outcome }]) => `${name} ${outcome.status}`)).toEqual([
      'won WON',
      'lost LOST',
      'tie TIE',
      'void VOID',
      'open OPEN',
    ])
    for (const [name, receipt] of Object.entries(receipts)) expect(await findings(receipt, record), name).toEqual([])
  })

  it.each(['won', 'lost', 'tie', 'void', 'open'])(
    'fails if any value changes, even with a new digest, except those declared as not checked: %s',
    async (name) => {
      const receipt = receipts[name]!
      const unnoticed = (publicRecord?: PublicRecord) =>
        unnoticedFlips(receipt, async (altered) => (await findings(altered, publicRecord)).length === 0, {
          others,
          seal: sealed,
        })
      // The digest is recomputed, so a flip of its value has no effect.
      const declared = [...receiptNotChecked.map((field) => field.split(' ')[0]!), 'digest']
      expect(declared).toEqual(expect.arrayContaining(await unnoticed(record)))
      expect([...declared, ...receiptCheckedByRecord]).toEqual(expect.arrayContaining(await unnoticed()))
      expect(
        await unnoticedFlips(receipt, async (altered) => (await findings(altered)).length === 0, { others }),
      ).toEqual([])
    },
  )

  it('fails if the payout rate was not offered', async () => {
    const raised = async (name: string, query?: Record<string, string | number>) => {
      const body = await record<{ payoutBps: number }[]>(name, query)
      return (
        name === 'symbols.payouts' ? body.map((rate) => ({ ...rate, payoutBps: rate.payoutBps + 100 })) : body
      ) as never
    }
    expect(await findings(receipts['lost']!, raised)).toEqual([expect.stringContaining('payout rate, published fail')])
  })
})
