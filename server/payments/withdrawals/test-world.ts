import { identityCalls } from '../../../api/calls/identity/identity.ts'
import { securityCalls } from '../../../api/calls/identity/security.ts'
import { tradingCalls } from '../../../api/calls/trading/trading.ts'
import { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import { withdrawalsDeskCalls } from '../../../api/calls/payments/withdrawals-desk.ts'
import type { CashAsset } from '../../../api/money.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../../tests/harness.ts'
import { createIdentity, type Identity } from '../../identity/public.ts'
import { createLedger, type Ledger } from '../../ledger/public.ts'
import { createMarkets, scriptedSource, type ScriptedSource } from '../../markets/public.ts'
import { createOperators, type Operators } from '../../operators/public.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { createStillClock, type Clock } from '../../platform/time/clock.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import { createTrading, type Trading } from '../../trading/public.ts'
import { ChainAway, type ChainAdapter, type ChainCoin } from '../chains/adapter.ts'
import type { ChainsForWithdrawals, WithdrawalRules } from './context.ts'
import { createDestinationCipher } from './address-book/destination.ts'
import { changeWithdrawal, insertWithdrawal } from './store.ts'
import { createWithdrawals, type Withdrawals } from './withdrawals.ts'

export const startMs = Date.UTC(2026, 0, 5, 12)
export const hourMs = 3_600_000
export const testPassword = 'heron over grey water'

/** A test world for withdrawals with the real ledger, markets, trading, identity and operators' desk. */
export type WithdrawalWorld = {
  platform: TestPlatform
  ledger: Ledger
  identity: Identity
  operators: Operators
  trading: Trading
  withdrawals: Withdrawals
  source: ScriptedSource
  api: TestApi
  /** Adds a verified customer with this cash balance. */
  addCustomer(options?: {
    balanceMinor?: bigint
    currency?: CashAsset
    verified?: boolean
  }): Promise<{ id: string; secrete: string }>
  operator(role?: 'finance' | 'owner' | 'support'): Promise<{ operatorId: string; secrete: string }>
  stop(): Promise<void>
}

/** Returns chains without configured nodes. */
export function awayChains(): ChainsForWithdrawals {
  const away = (coin: ChainCoin) =>
    new Proxy({ coin } as ChainAdapter, {
      get: (target, name) => (name === 'coin' ? target.coin : () => Promise.reject(new ChainAway(coin, 'no node'))),
    })
  return {
    adapters: { BTC: away('BTC'), ETH: away('ETH') },
    sign: () => Promise.reject(new Error('no signer')),
    explorerUrl: (coin, txid) => `/explorer/${coin}/tx/${txid}`,
    confirmations: { BTC: 2, ETH: 2 },
    issuedDeposits: async () => 0,
  }
}

export async function createWithdrawalWorld(
  given: { chains?: ChainsForWithdrawals; rules?: Partial<WithdrawalRules>; clock?: Clock } = {},
): Promise<WithdrawalWorld> {
  const clock = given.clock ?? createStillClock(startMs)
  const platform = await createTestPlatform({ PRACTICE_GRANT: '0' }, clock)
  const source = scriptedSource(['BTCUSD', 'ETHUSD', 'EURUSD', 'GBPUSD', 'LTCUSD'], 'always')
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  const markets = createMarkets(platform, { source })
  const trading = createTrading(platform, { ledger, markets, customer: identity.customer })
  const withdrawals = createWithdrawals(
    platform,
    { ledger, markets, identity, operators, chains: given.chains ?? awayChains() },
    given.rules,
  )
  operators.valueBy((amountMinor, asset) => (asset === 'USD' ? amountMinor : undefined))
  const calls = {
    ...identityCalls,
    ...securityCalls,
    ...withdrawalsCalls,
    ...withdrawalsDeskCalls,
    ...tradingCalls,
    ...operatorsCalls,
  }
  const api = await serveCalls(
    platform,
    calls,
    { ...identity.calls, ...withdrawals.calls, ...trading.calls, ...operators.calls } as never,
    identity.sessionOf,
    operators.operatorOf,
  )
  const lives = [ledger, identity, markets, trading]
  for (const life of lives) await life.start()
  const at = clock.nowMs()
  for (const [symbol, price] of Object.entries({
    BTCUSD: 61_800,
    ETHUSD: 2_680,
    EURUSD: 1.085,
    GBPUSD: 1.27,
    LTCUSD: 60,
  })) {
    const steps = Math.round(price * 10 ** markets.symbol(symbol)!.scale)
    source.push({ symbol, atMs: at, bid: steps - 1, ask: steps + 1, price: steps })
    source.through(at, [symbol])
  }
  await markets.flush()
  let count = 0
  return {
    platform,
    ledger,
    identity,
    operators,
    trading,
    withdrawals,
    source,
    api,
    async addCustomer({ balanceMinor = 10_000_00n, currency = 'USD', verified = true } = {}) {
      count++
      const { customerId } = (await identity.addCustomer({
        email: `ada${count}@example.org`,
        name: 'Ada Byron',
        password: testPassword,
        country: 'GB',
        phone: `+44 7400 12${String(count).padStart(4, '0')}`,
        currency,
      })) as { customerId: string }
      if (verified) await markVerified(platform, customerId)
      if (balanceMinor > 0n)
        await ledger.post([
          {
            debit: { house: 'exchange' },
            credit: { owner: customerId, code: 'trading' },
            asset: currency,
            amountMinor: balanceMinor,
            kind: 'deposit',
          },
        ])
      return { id: customerId, secrete: await identity.openSession(customerId) }
    },
    operator: (role = 'finance') => addOperator(platform, role),
    async stop() {
      await api.stop()
      for (const life of lives.toReversed()) await life.stop()
      await platform.stop()
    },
  }
}

/** Marks a customer as verified, as an operator's decision does. */
export async function markVerified({ pool, clock, random }: TestPlatform, customerId: string): Promise<void> {
  const id = uuidv7(clock.nowMs(), random)
  await pool.query(
    `
      INSERT INTO identity.verification (shard, id, customer_id, mode, state, sent_at_ms, decided_at_ms, decided_by)
      VALUES ($1, $2, $3, 'Passport', 'verified', $4, $4, $2)`,
    [shardOf(customerId), id, customerId, clock.nowMs()],
  )
}

/** Adds an approved withdrawal from a mining balance, ignoring all limits. */
export async function addStoredWithdrawal(
  { ledger, platform }: WithdrawalWorld,
  given: { customer: string; coin: ChainCoin; amountMinor: bigint; address: string },
): Promise<{ id: string }> {
  const { clock, random, db, keys } = platform
  const { customer, coin, amountMinor, address } = given
  const nowMs = clock.nowMs()
  const id = uuidv7(nowMs, random)
  const owner = { shard: shardOf(customer), customerId: customer }
  await db.transaction().execute(async (tx) => {
    const [held] = await ledger.post(
      [
        {
          debit: { owner: customer, code: `mining:${coin}` },
          credit: { house: 'exchange' },
          asset: coin,
          amountMinor,
          kind: 'withdrawal',
          reference: id,
          pending: true,
        },
      ],
      { tx },
    )
    const destinationSealed = createDestinationCipher(keys, random).seal({ method: coin, address }, customer)
    await insertWithdrawal(tx, {
      ...owner,
      id,
      method: coin,
      code: `mining:${coin}`,
      asset: coin,
      amountMinor,
      principalMinor: 0n,
      interestMinor: amountMinor,
      paidAsset: coin,
      paidMinor: amountMinor,
      feeMinor: 1_000n,
      usdMinor: 0n,
      rates: [],
      destinationSealed,
      pendingId: held!.id,
      usableAtMs: nowMs,
      requestedAtMs: nowMs,
      promisedByMs: nowMs,
    })
    await changeWithdrawal(tx, { ...owner, id }, { state: 'APPROVED', approvedBy: id, approvedAtMs: nowMs })
  })
  return { id }
}
