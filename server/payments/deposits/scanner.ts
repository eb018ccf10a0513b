import type { PaymentCoin } from '../../../contract/deposit-states.ts'
import type { Executor } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/random.ts'
import { ChainAway, type ChainAdapter, type ChainBlock, type Payment } from '../chains/adapter.ts'
import { toMinor } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import * as scan from './scan-store.ts'
import type { ScannedBlock, WatchedAddress } from './scan-store.ts'
import { settleDeposits } from './settle-deposit.ts'

/** Blocks that stay in the window: a reorganisation that goes deeper stops the scanner. */
export const windowBlocks = 200
/** At most so many blocks in one transaction. */
const blocksAPass = 100

export type DepositScanner = {
  coin: PaymentCoin
  /** Reads what the chain has added, then settles the deposits it touches. Nothing happens while another process does so, or the node is away. */
  pass(): Promise<void>
  /** Why it stands still until somebody has looked; null while it works. */
  halted(): Promise<string | null>
}

type Pass = { tx: Executor; adapter: ChainAdapter; coin: PaymentCoin; nowMs: number }

/**
 * Follows one chain. Each pass is one database transaction: back while the stored hash differs from the node's, then forward with
 * each block's parent checked. A crash loses nothing: the next pass begins where the last one was committed. Design: chains.md.
 */
export function createDepositScanner(context: PaymentsContext, coin: PaymentCoin): DepositScanner {
  const { clock, db, log } = context
  const watched = new Map<string, WatchedAddress>()
  let settledTip = ''

  async function watch(tx: Executor): Promise<void> {
    for (const address of await scan.listAddresses(tx, coin, watched.size)) watched.set(address.address, address)
  }

  async function follow(pass: Pass): Promise<ScannedBlock | undefined> {
    const { tx, adapter, nowMs } = pass
    // The tip first: whatever is paid up to it was paid to an address that is committed by now.
    const tip = await adapter.tip()
    await watch(tx)
    let top = await rewind(pass)
    if (!top) {
      top = { height: tip.height, hash: tip.hash }
      await scan.insertBlock(tx, coin, top)
    }
    const upTo = Math.min(tip.height, top.height + blocksAPass)
    while (top.height < upTo) {
      const block: ChainBlock | undefined = await adapter.getBlock(top.height + 1, new Set(watched.keys()))
      // Another branch has won while we read: the next pass goes back first.
      if (!block || block.parentHash !== top.hash) return top
      for (const payment of block.payments) await write(tx, payment, block, nowMs)
      top = { height: block.height, hash: block.hash }
      await scan.insertBlock(tx, coin, top)
    }
    await scan.forgetBlocks(tx, coin, top.height - windowBlocks)
    if (top.hash === tip.hash) await readWaiting(pass, tip.hash)
    return top
  }

  async function rewind({ tx, adapter, nowMs }: Pass): Promise<ScannedBlock | undefined> {
    let top = await scan.readTop(tx, coin)
    const startedAt = top
    while (top && (await adapter.hashAt(top.height)) !== top.hash) {
      await scan.orphanBlock(tx, coin, top)
      top = await scan.readTop(tx, coin)
    }
    if (startedAt && !top) throw new BeyondWindow(`The chain has another history below block ${startedAt.height - windowBlocks}, further back than is kept.`, nowMs)
    return top
  }

  /** What waits for a block, for display; what the node has forgotten was replaced. */
  async function readWaiting({ tx, adapter, nowMs }: Pass, tipHash: string): Promise<void> {
    const before = await scan.listWaitingKeys(tx, coin)
    const pending = await adapter.pending(new Set(watched.keys()))
    for (const payment of pending) await write(tx, payment, null, nowMs)
    const gone = before.filter((key) => !pending.some((payment) => payment.key === key))
    // What has left for a new block is found there.
    if (gone.length > 0 && (await adapter.tip()).hash === tipHash) await scan.forgetReplaced(tx, coin, gone)
  }

  async function write(tx: Executor, payment: Payment, block: ScannedBlock | null, atMs: number): Promise<void> {
    const owner = watched.get(payment.address)
    if (!owner) return
    const { minor, restUnits } = toMinor(coin, payment.amountUnits)
    const { key, txid, minConfirmations } = payment
    await scan.upsertPayment(tx, { ...owner, id: uuidv7(atMs, context.random), coin, key, txid, amountMinor: minor, restUnits, minConfirmations, atMs, block })
  }

  async function readChain(): Promise<ScannedBlock | undefined> {
    const adapter = context.chains.adapters[coin]
    const nowMs = clock.nowMs()
    return db.transaction().execute(async (tx) => {
      if (!(await scan.tryLockScanner(tx, coin)) || (await scan.readHalt(tx, coin)) !== null) return undefined
      return follow({ tx, adapter, coin, nowMs })
    })
  }

  return {
    coin,
    halted: () => scan.readHalt(db, coin),
    async pass() {
      try {
        const top = await readChain()
        if (!top) return
        await settleDeposits(context, coin, top.height, { isNewTip: top.hash !== settledTip })
        settledTip = top.hash
      } catch (error) {
        if (error instanceof ChainAway) return log.debug({ coin, reason: error.message }, 'chain away')
        if (!(error instanceof BeyondWindow)) throw error
        await scan.halt(db, coin, error.atMs, error.message)
        log.fatal({ coin, reason: error.message }, 'deposit scanner halted')
      }
    },
  }
}

/** The chain was rewritten further back than the window reaches: a person must look. */
class BeyondWindow extends Error {
  readonly atMs: number
  constructor(message: string, atMs: number) {
    super(message)
    this.atMs = atMs
  }
}
