import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import { ChainAway, type ChainAdapter, type ChainBlock, type Payment } from '../chains/adapter.ts'

/** A chain that a test controls, for rules that depend on exact times. Separate tests use real nodes. */
export type TestChain = {
  adapter: ChainAdapter
  /** Adds a payment that waits for a block; returns its key. */
  send(address: string, amountUnits: bigint, txid?: string): string
  /** Removes a waiting payment, as a replacement does. */
  drop(key: string): void
  /** Mines blocks. Waiting payments go into the first. */
  mine(blocks?: number): void
  /** Replaces the newest blocks with empty ones and adds one. With `keep`, their payments wait for a block again. */
  reorganise(blocks: number, keep?: boolean): void
  setAway(away: boolean): void
}

export function createTestChain(coin: PaymentCoin): TestChain {
  let branch = 0
  let away = false
  let sent = 0
  const blocks: ChainBlock[] = []
  let waiting: Payment[] = []
  const add = (payments: Payment[]) => {
    const height = blocks.length
    blocks.push({
      height,
      hash: `${coin}-${branch}-${height}`,
      parentHash: blocks.at(-1)?.hash ?? 'none',
      atMs: 0,
      payments,
    })
  }
  for (let height = 0; height < 5; height++) add([])
  const ask = <Answer>(answer: () => Answer) =>
    away ? Promise.reject<Answer>(new ChainAway(coin, 'the test made it unreachable')) : Promise.resolve(answer())
  const adapter: Partial<ChainAdapter> = {
    coin,
    deriveAddress: (index, kind = 'deposit') => ({
      coin,
      address: `${coin.toLowerCase()}-test-${index}`,
      branch: kind,
      index,
    }),
    paymentUri: (address, amountUnits) => `${coin === 'BTC' ? 'bitcoin' : 'ethereum'}:${address}?amount=${amountUnits}`,
    tip: () => ask(() => ({ height: blocks.length - 1, hash: blocks.at(-1)!.hash })),
    hashAt: (height) => ask(() => blocks[height]?.hash),
    getBlock: (height, watched) =>
      ask(
        () =>
          blocks[height] && {
            ...blocks[height]!,
            payments: blocks[height]!.payments.filter(({ address }) => !watched || watched.has(address)),
          },
      ),
    pending: (watched) => ask(() => waiting.filter(({ address }) => watched.has(address))),
  }
  return {
    adapter: adapter as ChainAdapter,
    send(address, amountUnits, txid = `tx${++sent}`) {
      const key = `${txid}:0`
      waiting.push({ key, txid, address, amountUnits, minConfirmations: 1 })
      return key
    },
    drop: (key) => void (waiting = waiting.filter((payment) => payment.key !== key)),
    mine(count = 1) {
      for (let mined = 0; mined < count; mined++) {
        add(waiting)
        waiting = []
      }
    },
    reorganise(count, keep = false) {
      const left = blocks.splice(-count)
      branch++
      for (let mined = 0; mined <= count; mined++) add([])
      if (keep) waiting.push(...left.flatMap(({ payments }) => payments))
    },
    setAway: (now) => void (away = now),
  }
}
