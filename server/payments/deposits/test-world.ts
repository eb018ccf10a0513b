import { paymentsCalls } from '../../../api/calls/payments/payments.ts'
import { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import type { CashAsset } from '../../../api/money.ts'
import type { Role } from '../../../api/permissions.ts'
import {
  createTestPlatform,
  serveCalls,
  type Answer,
  type CallOptions,
  type TestApi,
  type TestPlatform,
} from '../../../tests/harness.ts'
import { createAffiliates } from '../../affiliates/public.ts'
import { createIdentity, type Identity } from '../../identity/public.ts'
import { createLedger, type Ledger } from '../../ledger/public.ts'
import type { Limits } from '../../limits/public.ts'
import { createMarkets, scriptedSource } from '../../markets/public.ts'
import { createOperators } from '../../operators/public.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { createStillClock } from '../../platform/time/clock.ts'
import type { PaymentChains, PaymentsContext } from '../context.ts'
import { bindDepositCalls } from './calls.ts'
import { createPlanApproved, savingMiningPlan } from './edit-plans.ts'
import { createCreditWithoutPayment, creditWithoutPayment } from './decide-payment-receipt.ts'
import { Purposes } from './purposes.ts'
import { createDepositScanner, type DepositScanner } from './scanner/scanner.ts'
import { createTestChain, type TestChain } from './test-chain.ts'

const startMs = Date.UTC(2026, 0, 5, 12)
export const someId = '01890000-0000-7000-8000-000000000000'
/** Initial prices in dollars. */
const startPrices = { BTCUSD: 50_000, ETHUSD: 2_500, EURUSD: 1.25 }

/**
 * A test world for deposits with the real ledger, identity, desk, markets and database. The test controls the chains
 * and the clock.
 */
export type DepositWorld = {
  platform: TestPlatform
  ledger: Ledger
  identity: Identity
  context: PaymentsContext
  btc: TestChain
  eth: TestChain
  /** The checks of the customer's own limits; a test may replace them. */
  limits: Pick<Limits, 'checkDeposit' | 'isPaused' | 'depositRoom'>
  call(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Answer>
  addCustomer(currency?: CashAsset): Promise<{ id: string; secrete: string }>
  addOperator(role: Role): Promise<string>
  /** Approves the newest waiting proposal as a second operator. */
  approve(): Promise<Answer>
  /** Runs one pass of each scanner. */
  scan(): Promise<void>
  scanner(coin: 'BTC' | 'ETH'): DepositScanner
  /** Sets a symbol's price. XRPUSD has no price until this is called. */
  setPrice(symbol: keyof typeof startPrices | 'XRPUSD', price: number): Promise<void>
  /** Moves the clock and publishes the prices again. */
  advance(ms: number): Promise<void>
  balance(id: string, currency?: CashAsset): Promise<bigint>
  stop(): Promise<void>
}

/** Creates the world, with test chains unless `chains` is given. */
export async function createDepositWorld(
  given: { chains?: PaymentChains; settings?: Record<string, string> } = {},
): Promise<DepositWorld> {
  const clock = createStillClock(startMs)
  const platform = await createTestPlatform({ PRACTICE_GRANT: '0', ...given.settings }, clock)
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  const source = scriptedSource([...Object.keys(startPrices), 'XRPUSD'])
  const markets = createMarkets(platform, { source })
  const affiliates = createAffiliates(platform, { ledger, identity, markets })
  const [btc, eth] = [createTestChain('BTC'), createTestChain('ETH')]
  const chains = given.chains ?? {
    adapters: { BTC: btc.adapter, ETH: eth.adapter },
    explorerUrl: (coin, txid) => `/explorer/${coin}/tx/${txid}`,
    confirmations: { BTC: 2, ETH: 3 },
  }
  const limits: DepositWorld['limits'] = {
    checkDeposit: async () => {},
    isPaused: async () => false,
    depositRoom: async () => null,
  }
  const context: PaymentsContext = {
    purposes: new Purposes(),
    ...platform,
    ledger,
    markets,
    identity,
    operators,
    affiliates,
    chains,
    limits: {
      checkDeposit: (...args: Parameters<Limits['checkDeposit']>) => limits.checkDeposit(...args),
      isPaused: (...args: Parameters<Limits['isPaused']>) => limits.isPaused(...args),
      depositRoom: (...args: Parameters<Limits['depositRoom']>) => limits.depositRoom(...args),
    } as Limits,
  }
  operators.onApproved(creditWithoutPayment, createCreditWithoutPayment(context))
  operators.onApproved(savingMiningPlan, createPlanApproved(context))
  const scanners = { BTC: createDepositScanner(context, 'BTC'), ETH: createDepositScanner(context, 'ETH') }
  const calls = { ...paymentsCalls, ...operatorsCalls }
  const api: TestApi = await serveCalls(
    platform,
    calls,
    { ...operators.calls, ...bindDepositCalls(context) },
    identity.sessionOf,
    operators.operatorOf,
  )
  await ledger.start()
  await markets.start()
  const prices: Partial<Record<keyof typeof startPrices | 'XRPUSD', number>> = { ...startPrices }
  const publish = async () => {
    source.push(
      ...Object.entries(prices).map(([symbol, price]) => ({
        symbol,
        atMs: clock.nowMs(),
        ...stepsOf(markets.symbol(symbol)!.scale, price),
      })),
    )
    source.through(clock.nowMs())
    await markets.flush()
  }
  await publish()
  let people = 0
  const seen = new Set<string>()
  return {
    platform,
    ledger,
    identity,
    context,
    btc,
    eth,
    limits,
    call: api.call,
    async addCustomer(currency = 'USD') {
      const { customerId: id } = await identity.addCustomer({
        email: `customer${++people}@example.org`,
        name: 'Ada Lovelace',
        country: 'GB',
        phone: `07400 12${String(people).padStart(4, '0')}`,
        currency,
      })
      return { id, secrete: await identity.openSession(id) }
    },
    addOperator: async (role) => (await addOperator(platform, role)).secrete,
    async approve() {
      const { secrete } = await addOperator(platform, 'finance')
      const { body } = await api.call('operators.approvals', {}, { secrete })
      // The clock doesn't move, so proposals can't be ordered by time.
      const ids = (body as { id: string }[]).map((each) => each.id)
      const id = ids.findLast((each) => !seen.has(each)) ?? ids.at(-1)
      for (const each of ids) seen.add(each)
      return api.call('operators.approve', { id, reason: 'Checked as well' }, { secrete })
    },
    async scan() {
      await scanners.BTC.pass()
      await scanners.ETH.pass()
    },
    scanner: (coin) => createDepositScanner(context, coin),
    async setPrice(symbol, price) {
      prices[symbol] = price
      // The gate accepts a price jump only after a second price confirms it.
      for (let prints = 0; prints < 2; prints++) {
        await clock.advance(1_000)
        await publish()
      }
    },
    async advance(ms) {
      await clock.advance(ms)
      await publish()
    },
    balance: async (id, currency = 'USD') =>
      (await ledger.balance({ owner: id, code: 'trading', asset: currency })).balanceMinor,
    async stop() {
      await api.stop()
      await markets.stop()
      await identity.stop()
      await ledger.stop()
      await platform.stop()
    },
  }
}

function stepsOf(scale: number, price: number) {
  const steps = Math.round(price * 10 ** scale)
  return { bid: steps, ask: steps, price: steps }
}
