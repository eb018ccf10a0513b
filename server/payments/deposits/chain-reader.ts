import type { PaymentCoin } from '../../../contract/deposit-states.ts'
import { withSavepoint, type Executor } from '../../platform/database.ts'
import { isFaultOfRow } from '../../platform/failing-rows.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { ChainAdapter, Payment } from '../chains/adapter.ts'
import { toMinor } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import * as scan from './scan-store.ts'
import type { ScannedBlock, WatchedAddress } from './scan-store.ts'

/** Blocks that stay in the window: a reorganisation that goes deeper stops the scanner. */
const windowBlocks = 200
/** At most so many blocks in one transaction. */
const blocksAPass = 100

/** `beyondWindow`: a person has looked, and the chain is followed although it was rewritten further back than is kept. */
type Pass = { tx: Executor; adapter: ChainAdapter; nowMs: number; beyondWindow?: boolean }

/** The chain was rewritten further back than the window reaches: a person must look. */
export class BeyondWindow extends Error {
  readonly atMs: number
  constructor(message: string, atMs: number) {
    super(message)
    this.atMs = atMs
  }
}

/**
 * Writes down what a chain shows of our addresses. Each reading is one database transaction: back while the stored hash differs from
 * the node's, then forward with each block's parent checked. A crash loses nothing: the next reading begins where the last one
 * was committed. Design: docs/spec/chains.md.
 */
export class ChainReader {
  readonly #context: PaymentsContext
  readonly #coin: PaymentCoin
  readonly #watched = new Map<string, WatchedAddress>()

  constructor(context: PaymentsContext, coin: PaymentCoin) {
    this.#context = context
    this.#coin = coin
  }

  /** The newest block that is written down; undefined where another process reads this chain, or it is halted. Throws `ChainAway`, `BeyondWindow`. */
  async read(): Promise<ScannedBlock | undefined> {
    const { chains, clock, db } = this.#context
    const [adapter, nowMs] = [chains.adapters[this.#coin], clock.nowMs()]
    return db.transaction().execute(async (tx) => {
      if (!(await scan.tryLockScanner(tx, this.#coin)) || (await scan.readHalt(tx, this.#coin)) !== null)
        return undefined
      return this.#follow({ tx, adapter, nowMs })
    })
  }

  /**
   * Goes on after a halt along the chain as it is now, from below the window of before: what left the chain is orphaned, and what the new
   * branch holds of it is found again in the same transaction. The caller holds the scanner's lock. Throws `ChainAway`.
   */
  async resume(tx: Executor): Promise<ScannedBlock> {
    const { chains, clock } = this.#context
    return this.#follow({ tx, adapter: chains.adapters[this.#coin], nowMs: clock.nowMs(), beyondWindow: true })
  }

  async #follow(pass: Pass): Promise<ScannedBlock> {
    const { tx, adapter, nowMs } = pass
    // The tip first: whatever is paid up to it was paid to an address that is committed by now.
    const tip = await adapter.tip()
    await this.#watch(tx)
    const readBefore = (await scan.readTop(tx, this.#coin))?.height ?? 0
    let top = await this.#rewind(pass, tip.height)
    if (!top) {
      top = { height: tip.height, hash: tip.hash }
      await scan.insertBlock(tx, this.#coin, top)
    }
    // At least as far as it was read before, so that nobody settles in the middle of a rewritten stretch.
    const upTo = Math.min(tip.height, Math.max(top.height + blocksAPass, readBefore))
    while (top.height < upTo) {
      const block: Awaited<ReturnType<ChainAdapter['getBlock']>> = await adapter.getBlock(
        top.height + 1,
        new Set(this.#watched.keys()),
      )
      // Another branch has won while we read: the next pass goes back first.
      if (!block || block.parentHash !== top.hash) return top
      for (const payment of block.payments) await this.#write(tx, payment, block, nowMs)
      top = { height: block.height, hash: block.hash }
      await scan.insertBlock(tx, this.#coin, top)
    }
    await scan.forgetBlocks(tx, this.#coin, top.height - windowBlocks)
    if (top.hash === tip.hash) await this.#readWaiting(pass, tip.hash)
    return top
  }

  async #watch(tx: Executor): Promise<void> {
    for (const address of await scan.listAddresses(tx, this.#coin, this.#watched.size))
      this.#watched.set(address.address, address)
  }

  async #rewind(pass: Pass, tipHeight: number): Promise<ScannedBlock | undefined> {
    const { tx, adapter, nowMs, beyondWindow } = pass
    const startedAt = await scan.readTop(tx, this.#coin)
    let oldest = startedAt
    let top = startedAt
    while (top && (await adapter.hashAt(top.height)) !== top.hash) {
      await scan.orphanBlock(tx, this.#coin, top)
      oldest = top
      top = await scan.readTop(tx, this.#coin)
    }
    if (top || !startedAt) return top
    if (!beyondWindow)
      throw new BeyondWindow(
        `The chain has another history below block ${startedAt.height}, further back than is kept.`,
        nowMs,
      )
    return this.#baseBelow(pass, oldest!.height, tipHeight)
  }

  /** The block below the window of before, or where the chain is shorter now, so far below its tip. */
  async #baseBelow({ tx, adapter }: Pass, oldestHeight: number, tipHeight: number): Promise<ScannedBlock | undefined> {
    const height = Math.max(0, tipHeight >= oldestHeight ? oldestHeight - 1 : tipHeight - windowBlocks)
    const hash = await adapter.hashAt(height)
    if (hash === undefined) return undefined
    await scan.insertBlock(tx, this.#coin, { height, hash })
    return { height, hash }
  }

  /** What waits for a block, for display; what the node has forgotten was replaced. */
  async #readWaiting({ tx, adapter, nowMs }: Pass, tipHash: string): Promise<void> {
    const before = await scan.listWaitingKeys(tx, this.#coin)
    const pending = await adapter.pending(new Set(this.#watched.keys()))
    for (const payment of pending) await this.#write(tx, payment, null, nowMs)
    const gone = before.filter((key) => !pending.some((payment) => payment.key === key))
    // What has left for a new block is found there.
    if (gone.length > 0 && (await adapter.tip()).hash === tipHash) await scan.forgetReplaced(tx, this.#coin, gone)
  }

  async #write(tx: Executor, payment: Payment, block: ScannedBlock | null, atMs: number): Promise<void> {
    const owner = this.#watched.get(payment.address)
    if (!owner) return
    const { minor, restUnits } = toMinor(this.#coin, payment.amountUnits)
    const { key, txid, minConfirmations } = payment
    const stored = {
      ...owner,
      id: uuidv7(atMs, this.#context.random),
      coin: this.#coin,
      key,
      txid,
      amountMinor: minor,
      restUnits,
      minConfirmations,
      atMs,
      block,
    }
    try {
      await withSavepoint(tx, () => scan.upsertPayment(tx, stored))
    } catch (error) {
      if (!isFaultOfRow(error)) throw error
      // The chain is read on; the alarm stays until a person has looked, because the block isn't read again.
      this.#context.log.error({ err: error, coin: this.#coin, txid }, 'payment not written down')
      await this.#context.alarms.raise({ kind: 'payment_unwritten', subject: key, details: { coin: this.#coin, txid } })
    }
  }
}
