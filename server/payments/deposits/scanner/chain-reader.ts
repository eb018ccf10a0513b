import type { PaymentCoin } from '../../../../api/states/deposit-states.ts'
import { withSavepoint, type Executor } from '../../../platform/database/database.ts'
import { isFaultOfRow } from '../../../platform/database/failing-rows.ts'
import { uuidv7 } from '../../../platform/random.ts'
import type { ChainAdapter, Payment } from '../../chains/adapter.ts'
import { toMinor } from '../../chains/units.ts'
import type { PaymentsContext } from '../../context.ts'
import * as scan from './scan-store.ts'
import type { ScannedBlock, WatchedAddress } from './scan-store.ts'
import { type PhraseValue, writePhrase } from '../../../../api/sentences/sentences.ts'

/** Number of recorded blocks: the window. A deeper reorganisation halts the scanner. */
const windowBlocks = 200
/** Maximum number of blocks per transaction. */
const blocksPerPass = 100

/**
 * `beyondWindow`: an operator resumed the scanner, so this pass follows the chain even though blocks below the window
 * were rewritten.
 */
type Pass = { tx: Executor; adapter: ChainAdapter; nowMs: number; beyondWindow?: boolean }

/** The chain was rewritten below the window. An operator must check it. */
export class BeyondWindow extends Error {
  readonly reason: PhraseValue
  readonly atMs: number
  constructor(reason: PhraseValue, atMs: number) {
    super(writePhrase(reason))
    this.reason = reason
    this.atMs = atMs
  }
}

/**
 * Records the payments to our addresses on one chain. Each pass is one database transaction: it goes back while the
 * stored hash differs from the node's, then forward, checking each block's parent. After a crash, the next pass begins
 * at the last commit. Design: docs/spec/chains.md.
 */
export class ChainReader {
  readonly #context: PaymentsContext
  readonly #coin: PaymentCoin
  readonly #watched = new Map<string, WatchedAddress>()

  constructor(context: PaymentsContext, coin: PaymentCoin) {
    this.#context = context
    this.#coin = coin
  }

  /**
   * Runs one pass. Returns the newest recorded block; undefined if another process is reading this chain or the scanner
   * is halted. Throws `ChainAway`, `BeyondWindow`.
   */
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
   * After a halt, continues on the current chain, from below the previous window. Payments that are no longer on the
   * chain are orphaned; those on the new branch are found again in the same transaction. The caller holds the scanner's
   * lock. Throws `ChainAway`.
   */
  async resume(tx: Executor): Promise<ScannedBlock> {
    const { chains, clock } = this.#context
    return this.#follow({ tx, adapter: chains.adapters[this.#coin], nowMs: clock.nowMs(), beyondWindow: true })
  }

  async #follow(pass: Pass): Promise<ScannedBlock> {
    const { tx, adapter, nowMs } = pass
    // Reads the tip first: the addresses of all payments up to that block are committed by then.
    const tip = await adapter.tip()
    await this.#watch(tx)
    const readBefore = (await scan.readTop(tx, this.#coin))?.height ?? 0
    let top = await this.#rewind(pass, tip.height)
    if (!top) {
      top = { height: tip.height, hash: tip.hash }
      await scan.insertBlock(tx, this.#coin, top)
    }
    // Reads at least as far as the previous pass, so that no deposit settles in the middle of a rewritten section.
    const upTo = Math.min(tip.height, Math.max(top.height + blocksPerPass, readBefore))
    while (top.height < upTo) {
      const block: Awaited<ReturnType<ChainAdapter['getBlock']>> = await adapter.getBlock(
        top.height + 1,
        new Set(this.#watched.keys()),
      )
      // Another branch won in the meantime; the next pass goes back first.
      if (!block || block.parentHash !== top.hash) return top
      for (const payment of block.payments) await this.#write(tx, payment, block, nowMs)
      top = { height: block.height, hash: block.hash }
      await scan.insertBlock(tx, this.#coin, top)
    }
    await scan.deleteBlocksBelow(tx, this.#coin, top.height - windowBlocks)
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
      throw new BeyondWindow({ phrase: 'scanner_beyond_window', values: { height: String(startedAt.height) } }, nowMs)
    return this.#baseBelow(pass, oldest!.height, tipHeight)
  }

  /**
   * Stores the block below the previous window. If the chain is shorter now, stores the block one window below its tip.
   */
  async #baseBelow({ tx, adapter }: Pass, oldestHeight: number, tipHeight: number): Promise<ScannedBlock | undefined> {
    const height = Math.max(0, tipHeight >= oldestHeight ? oldestHeight - 1 : tipHeight - windowBlocks)
    const hash = await adapter.hashAt(height)
    if (hash === undefined) return undefined
    await scan.insertBlock(tx, this.#coin, { height, hash })
    return { height, hash }
  }

  /** Records unconfirmed payments for display. Payments that the node no longer has were replaced. */
  async #readWaiting({ tx, adapter, nowMs }: Pass, tipHash: string): Promise<void> {
    const before = await scan.listWaitingKeys(tx, this.#coin)
    const pending = await adapter.pending(new Set(this.#watched.keys()))
    for (const payment of pending) await this.#write(tx, payment, null, nowMs)
    const gone = before.filter((key) => !pending.some((payment) => payment.key === key))
    // A payment that has moved into a new block is found there instead.
    if (gone.length > 0 && (await adapter.tip()).hash === tipHash) await scan.dropReplaced(tx, this.#coin, gone)
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
      // The scanner continues without reading the block again, so the alarm stays until an operator checks it.
      this.#context.log.error({ err: error, coin: this.#coin, txid }, 'payment not recorded')
      await this.#context.alarms.raise({ kind: 'payment_unwritten', subject: key, details: { coin: this.#coin, txid } })
    }
  }
}
