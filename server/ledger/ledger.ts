import { fieldsOfStored, storedText } from '../platform/stored-phrase.ts'
import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import { shardOf } from '../platform/random.ts'
import { invariant } from '../platform/http/refused.ts'
import { registerJobs } from './jobs.ts'
import { LedgerRefused } from './ledger-refused.ts'
import type { CustomerAccount } from './types.ts'
import type { AccountEntry, Balance, Ledger, NewTransfer, Outcome, Side, Transfer } from './types.ts'
import { reconcile, reconcileWith } from './reconcile.ts'
import * as batches from './batch-store.ts'
import * as store from './store.ts'

const entriesPerPage = 500

/** Creates the ledger on the platform's database. Its tables and rules are in `sql/`. */
export function createLedger(platform: Platform): Ledger {
  const { db, clock } = platform
  const ledger: Ledger = {
    start: async () => registerJobs(platform, ledger),
    stop: async () => {},

    async post(transfers, options) {
      // The transfers share a link, so the database posts all of them or none.
      const linked = transfers.length > 1 ? transfers.map((transfer) => ({ ...transfer, link: 1 })) : transfers
      const outcomes = await ledger.postEach(linked, options)
      const failed = outcomes.findIndex((outcome) => !outcome.ok && outcome.code !== 'linked_failed')
      const refused = outcomes[failed] ?? outcomes.find((outcome) => !outcome.ok)
      if (refused && !refused.ok) throw new LedgerRefused(refused.code, Math.max(failed, 0), refused.availableMinor)
      return outcomes.map((outcome) => {
        invariant(outcome.ok, 'a refused transfer was returned as posted')
        const { ok: _, ...posted } = outcome
        return posted
      })
    },

    async postEach(transfers, { tx, atMs } = {}) {
      if (transfers.length === 0) return []
      const rows = await store.postTransfers(tx ?? db, atMs ?? clock.nowMs(), transfers.map(inputOf))
      return rows.map(outcomeOf)
    },

    async balance(account, tx) {
      const [row] = await store.readAccounts(
        tx ?? db,
        shardOf(account.owner),
        account.owner,
        account.code,
        account.asset,
      )
      return balanceOf(account, row?.balanceMinor ?? 0n, row?.reservedMinor ?? 0n)
    },

    async balances(owner, tx) {
      const rows = await store.readAccounts(tx ?? db, shardOf(owner), owner)
      return rows.map((row) =>
        balanceOf({ owner, code: row.code, asset: row.asset }, row.balanceMinor, row.reservedMinor),
      )
    },

    balancesIn: (code, owners) =>
      store.readBalancesIn(db, code, owners && { ids: owners, shards: owners.map(shardOf) }),
    liabilities: () => store.readLiabilities(db),
    netOfKinds: ({ owner, code, asset }, kinds, tx) =>
      store.readNetOfKinds(tx ?? db, shardOf(owner), owner, code, asset, kinds),

    balanceAsOf: async ({ owner, code, asset }, atMs) =>
      (await store.readBalanceAsOf(db, shardOf(owner), owner, code, asset, atMs)) ?? 0n,

    houseBalance: ({ house, asset, shard }) => store.readHouseBalance(db, shard ?? null, house, asset),

    async history(owner, { code, asset, before, limit = 50 } = {}, tx) {
      invariant(limit >= 1 && limit <= 500, 'a page of history has 1 to 500 entries')
      const rows = await store.readHistory(tx ?? db, shardOf(owner), owner, {
        code: code ?? null,
        asset: asset ?? null,
        before: before ?? null,
        limit,
      })
      return rows.map((row) => entryOf(owner, row))
    },

    async movements(owner, filter, { before, limit }, tx) {
      const rows = await store.readMovements(tx ?? db, shardOf(owner), owner, filter, before, limit)
      return rows.map((row) => entryOf(owner, row))
    },

    movementSums: (owner, filter, uncounted, tx) =>
      store.sumMovements(tx ?? db, shardOf(owner), owner, filter, uncounted),

    async entry(owner, id) {
      const row = await store.readEntry(db, shardOf(owner), owner, id)
      return row && entryOf(owner, row)
    },

    async *entries(owner, tx) {
      for (let last: bigint | null = null; ;) {
        const rows = await store.readEntriesAfter(tx, shardOf(owner), owner, last, entriesPerPage)
        for (const row of rows) yield entryOf(owner, row)
        if (rows.length < entriesPerPage) return
        last = rows.at(-1)!.id
      }
    },

    entriesAfter: async (owner, afterId, limit, tx) =>
      (await store.readEntriesAfter(tx ?? db, shardOf(owner), owner, afterId, limit)).map((row) => entryOf(owner, row)),
    newestIds: async (tx) => new Map((await store.readNewestIds(tx ?? db)).map(({ shard, lastId }) => [shard, lastId])),
    ownersBetween: async (shard, afterId, upToId) => new Set(await store.readOwnersBetween(db, shard, afterId, upToId)),

    transfersOf: async (reference, owner, during) =>
      (await store.readTransfersOf(db, shardOf(owner), reference, owner, during)).map(transferOf),

    ...readersOfBatches(db),

    async advanceCheckpoints() {
      for (const shard of await store.readShards(db)) await store.advanceShardCheckpoints(db, shard)
    },

    reconcile: () => reconcile(db),

    async reconciledLiabilities(read) {
      const { reconciliation, also } = await reconcileWith(db, async (tx) => ({
        liabilities: await store.readLiabilities(tx),
        also: await read(tx),
      }))
      return { reconciliation, ...also }
    },
  }
  return ledger
}

function inputOf(transfer: NewTransfer): store.TransferInput {
  const { kind, reference, key, note, link } = transfer
  const marks = { kind, reference, key, note: note === undefined ? undefined : storedText(note), link }
  if ('post' in transfer) {
    return {
      ...marks,
      shard: shardOfTransfer(transfer.post),
      phase: 'post',
      pending_id: String(transfer.post),
      ...(transfer.amountMinor !== undefined && { amount_minor: String(transfer.amountMinor) }),
    }
  }
  if ('void' in transfer)
    return { ...marks, shard: shardOfTransfer(transfer.void), phase: 'void', pending_id: String(transfer.void) }
  const { debit, credit, asset, amountMinor, pending } = transfer
  const owner = 'owner' in debit ? debit.owner : 'owner' in credit ? credit.owner : undefined
  const shard = owner === undefined ? transfer.shard : shardOf(owner)
  invariant(shard !== undefined, 'a transfer between house accounts has a shard')
  return {
    ...marks,
    shard,
    asset,
    amount_minor: String(amountMinor),
    ...('owner' in debit ? { debit_owner: debit.owner, debit_code: debit.code } : { debit_code: debit.house }),
    ...('owner' in credit ? { credit_owner: credit.owner, credit_code: credit.code } : { credit_code: credit.house }),
    phase: pending ? 'pending' : undefined,
  }
}

/** Extracts the shard from an ID (bits 48 and up). */
function shardOfTransfer(id: bigint): number {
  return Number(id >> 48n)
}

function outcomeOf(row: store.PostedRow): Outcome {
  if (row.result === 'ok' || row.result === 'exists') {
    return {
      ok: true,
      id: row.transferId!,
      atMs: row.atMs!,
      balanceMinor: row.balanceAfter,
      existed: row.result === 'exists',
    }
  }
  return { ok: false, code: row.result, ...(row.result === 'insufficient' && { availableMinor: row.balanceAfter! }) }
}

function balanceOf(account: CustomerAccount, balanceMinor: bigint, reservedMinor: bigint): Balance {
  return { account, balanceMinor, reservedMinor, availableMinor: balanceMinor - reservedMinor }
}

function entryOf(owner: string, row: store.EntryRow): AccountEntry {
  const moves = row.phase === null || row.phase === 'post'
  return {
    id: row.id,
    shard: shardOf(owner),
    atMs: row.atMs!,
    account: { owner, code: row.code, asset: row.asset },
    house: row.houseCode,
    asset: row.asset,
    amountMinor: row.amountMinor,
    isDebit: row.isDebit,
    changeMinor: !moves ? 0n : row.isDebit ? -row.amountMinor : row.amountMinor,
    balanceAfterMinor: row.balanceAfterMinor,
    kind: row.kind,
    phase: row.phase ?? 'done',
    pendingId: row.pendingId,
    reference: row.reference,
    key: row.key,
    ...fieldsOfStored('note', row.note),
  }
}

function transferOf(row: store.TransferRow): Transfer {
  const side = (owner: string | null, code: string) => (owner === null ? { house: code } : { owner, code }) as Side
  return {
    id: row.id,
    shard: row.shard,
    atMs: row.atMs!,
    debit: side(row.debitOwner, row.debitCode),
    credit: side(row.creditOwner, row.creditCode),
    asset: row.asset,
    amountMinor: row.amountMinor,
    kind: row.kind,
    phase: row.phase ?? 'done',
    pendingId: row.pendingId,
    balanceAfterMinor: row.balanceAfterMinor,
    reference: row.reference,
    key: row.key,
    ...fieldsOfStored('note', row.note),
  }
}

function readersOfBatches(db: Database): Pick<Ledger, 'batchesOf' | 'batch' | 'encodingsOf' | 'batchesAfter'> {
  return {
    async batchesOf(owner, ids) {
      const rows = await batches.readBatchesOf(db, shardOf(owner), ids)
      return new Map(rows.map(({ id, batch }) => [id, batch]))
    },
    batch: (shard, batch) => batches.readBatch(db, shard, batch),
    encodingsOf: (shard, batch) => batches.readEncodings(db, shard, batch),
    batchesAfter: (after, limit, tx) => batches.readBatchesAfter(tx ?? db, after, limit),
  }
}
