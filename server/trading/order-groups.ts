import type { CashAsset } from '../../contract/money.ts'
import type { OrderBatch } from './order-store.ts'
import { profitMinor } from './payout.ts'

type CustomerGroup = { shard: number; customerId: string; asset: CashAsset; trades: number; stakeMinor: bigint; leastResultMinor: bigint | undefined }
type ExpiryGroup = { expiresAtS: number; symbol: string; asset: CashAsset; profitMinor: bigint }

/** What a batch asks of each customer and of each expiry, in the order in which the database locks them. */
export type OrderGroups = {
  /** Of each order: its customer's and its expiry's place, from 1, and how many orders of its customer come after it with what stakes. */
  customerNo: number[]
  expiryNo: number[]
  afterIt: number[]
  stakeAfterIt: bigint[]
  /** Of each order: the profit if it wins, in minor units. */
  profits: bigint[]
  customers: CustomerGroup[]
  expiries: ExpiryGroup[]
}

export function groupOrders({ orders, acceptedAtMs }: Pick<OrderBatch, 'orders' | 'acceptedAtMs'>): OrderGroups {
  const customers = new Map<string, CustomerGroup>()
  const expiries = new Map<string, ExpiryGroup>()
  const nth: number[] = []
  const stakeUpToIt: bigint[] = []
  const profits: bigint[] = []
  const expiryKeys: string[] = []
  orders.forEach(({ shard, customerId, asset, symbol, intervalS, stakeMinor, payoutBps, lossFloor }, index) => {
    const customer = customers.get(customerId)
    if (customer) {
      customer.trades++
      customer.stakeMinor += stakeMinor
      if (lossFloor && !(customer.leastResultMinor! >= lossFloor.leastResultMinor)) customer.leastResultMinor = lossFloor.leastResultMinor
    } else customers.set(customerId, { shard, customerId, asset, trades: 1, stakeMinor, leastResultMinor: lossFloor?.leastResultMinor })
    nth.push(customer?.trades ?? 1)
    stakeUpToIt.push(customer?.stakeMinor ?? stakeMinor)
    const profit = profitMinor(stakeMinor, payoutBps)
    profits.push(profit)
    const expiresAtS = Math.floor(acceptedAtMs[index]! / 1000) + intervalS
    const key = `${expiresAtS} ${symbol} ${asset}`
    expiryKeys.push(key)
    const expiry = expiries.get(key)
    if (expiry) expiry.profitMinor += profit
    else expiries.set(key, { expiresAtS, symbol, asset, profitMinor: profit })
  })
  const customerOrder = [...customers.values()].sort((a, b) => a.shard - b.shard || (a.customerId < b.customerId ? -1 : 1))
  const expiryOrder = [...expiries.entries()].sort(([, a], [, b]) => a.expiresAtS - b.expiresAtS || compare(a.symbol, b.symbol) || compare(a.asset, b.asset))
  const customerPlace = new Map(customerOrder.map((customer, place) => [customer.customerId, place + 1]))
  const expiryPlace = new Map(expiryOrder.map(([key], place) => [key, place + 1]))
  return {
    customerNo: orders.map((order) => customerPlace.get(order.customerId)!),
    expiryNo: expiryKeys.map((key) => expiryPlace.get(key)!),
    afterIt: orders.map((order, index) => customers.get(order.customerId)!.trades - nth[index]!),
    stakeAfterIt: orders.map((order, index) => customers.get(order.customerId)!.stakeMinor - stakeUpToIt[index]!),
    profits,
    customers: customerOrder,
    expiries: expiryOrder.map(([, expiry]) => expiry),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
