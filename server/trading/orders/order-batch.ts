import type { CashAsset } from '../../../api/money.ts'
import type { Order } from './order-checks.ts'
import type { LossFloor } from './own-limits.ts'
import type { TradingLimits } from './limits.ts'

export type OrderBatch = {
  lane: number
  nowMs: number
  rules: number
  limits: Readonly<Record<CashAsset, TradingLimits>>
  /** The number of lanes. Each lane's share of the exposure limit is an equal part, plus what other lanes lend it. */
  lanes: number
  orders: readonly PlacedOrder[]
  ids: readonly string[]
  acceptedAtMs: readonly number[]
}

/** An order that is ready for a batch. */
export type PlacedOrder = Order & {
  shard: number
  customerId: string
  asset: CashAsset
  /** The key under which it is placed: the client's Idempotency-Key, or the key of a maker inside the product. */
  key: string | undefined
  /** Hash of the key and its customer (`markOfKey`). */
  keyMark: number | undefined
  /** Set if the customer has a loss limit. */
  lossFloor: LossFloor | undefined
  /**
   * Whether the order may wait a few seconds for a locked account. Otherwise, it is refused with `busy` immediately.
   */
  mayWait: boolean
}
