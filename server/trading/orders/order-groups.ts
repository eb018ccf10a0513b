import type { CashAsset } from '../../../api/money.ts'
import type { OrderBatch } from './order-batch.ts'
import { profitMinor } from '../results/payout.ts'

type CustomerGroup = {
  shard: number
  customerId: string
  asset: CashAsset
  trades: number
  stakeMinor: bigint
  minResultMinor: bigint | undefined
  place: number
}
type ExpiryGroup = { expiresAtS: number; symbol: string; asset: CashAsset; profitMinor: bigint; place: number }

/** A batch's totals by customer and by expiry, in the order in which the database locks their rows. */
export type OrderGroups = {
  /**
   * Per order: the positions (from 1) of its customer and its expiry, and the count and stakes of that customer's later
   * orders.
   */
  customerNo: number[]
  expiryNo: number[]
  afterIt: number[]
  stakeAfterIt: bigint[]
  /** Per order: the profit if it wins, in minor units. */
  profits: bigint[]
  customers: CustomerGroup[]
  expiries: ExpiryGroup[]
}

export function groupOrders({ orders, acceptedAtMs }: Pick<OrderBatch, 'orders' | 'acceptedAtMs'>): OrderGroups {
  const customers = new Map<string, CustomerGroup>()
  const expiries = new Map<string, ExpiryGroup>()
  const customerOf: CustomerGroup[] = []
  const expiryOf: ExpiryGroup[] = []
  const nth: number[] = []
  const stakeSoFar: bigint[] = []
  const profits: bigint[] = []
  orders.forEach(({ shard, customerId, asset, symbol, intervalS, stakeMinor, payoutBps, lossFloor }, index) => {
    let customer = customers.get(customerId)
    if (!customer)
      customers.set(
        customerId,
        (customer = { shard, customerId, asset, trades: 0, stakeMinor: 0n, minResultMinor: undefined, place: 0 }),
      )
    customer.trades++
    customer.stakeMinor += stakeMinor
    if (lossFloor && !(customer.minResultMinor! >= lossFloor.minResultMinor))
      customer.minResultMinor = lossFloor.minResultMinor
    customerOf.push(customer)
    nth.push(customer.trades)
    stakeSoFar.push(customer.stakeMinor)
    const profit = profitMinor(stakeMinor, payoutBps)
    profits.push(profit)
    const expiresAtS = Math.floor(acceptedAtMs[index]! / 1000) + intervalS
    const key = `${expiresAtS} ${symbol} ${asset}`
    let expiry = expiries.get(key)
    if (!expiry) expiries.set(key, (expiry = { expiresAtS, symbol, asset, profitMinor: 0n, place: 0 }))
    expiry.profitMinor += profit
    expiryOf.push(expiry)
  })
  const customerOrder = [...customers.values()].sort(
    (a, b) => a.shard - b.shard || (a.customerId < b.customerId ? -1 : 1),
  )
  const expiryOrder = [...expiries.values()].sort(
    (a, b) => a.expiresAtS - b.expiresAtS || compare(a.symbol, b.symbol) || compare(a.asset, b.asset),
  )
  for (const order of [customerOrder, expiryOrder]) order.forEach((group, index) => (group.place = index + 1))
  return {
    customerNo: customerOf.map(({ place }) => place),
    expiryNo: expiryOf.map(({ place }) => place),
    afterIt: customerOf.map(({ trades }, index) => trades - nth[index]!),
    stakeAfterIt: customerOf.map(({ stakeMinor }, index) => stakeMinor - stakeSoFar[index]!),
    profits,
    customers: customerOrder,
    expiries: expiryOrder,
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
