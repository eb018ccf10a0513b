import { sealedCopying } from './copying/public.ts'
import { begunFarming } from './farming/public.ts'
import type { BookCheck, SealedRows } from './ledger/public.ts'
import { earliestCandles, findPriceBreaks, readTickPlaces, type TickPlace } from './markets/public.ts'
import { begunMining } from './mining/public.ts'
import { readDetailsOf, type Operators } from './operators/public.ts'
import { sealedPayments } from './payments/public.ts'
import type { Platform } from './platform/platform.ts'
import {
  countSealed,
  digestOf,
  findSealBreaks,
  insertSeals,
  newestSeal,
  prepareSeals,
  type LoggedSeals,
  type Seal,
} from './proofs/public.ts'
import { settledTrades } from './trading/public.ts'

type Tx = Parameters<BookCheck['find']>[0]

/** Tables whose rows no longer change, by name. Never rename an entry: stored seals refer to it. */
export const sealedRows: readonly SealedRows[] = [
  settledTrades,
  ...sealedPayments,
  begunMining,
  begunFarming,
  ...sealedCopying,
  earliestCandles,
]

/**
 * Longer than any transaction takes, so that every transaction that began before the sealed time has ended when the
 * rows are read.
 */
export const sealLagMs = 600_000

const sealAction = 'books.seal'
const ticks = 'ticks'

/** Compares sealed rows with their seals, and the seals with the audit log. */
export const sealBooks: BookCheck = {
  name: 'sealed rows',
  async find(tx) {
    const logged = (await readDetailsOf(tx, sealAction)).map(({ throughMs, digest }): LoggedSeals => ({
      toMs: Number(throughMs),
      digest: String(digest),
    }))
    return findSealBreaks(tx, sealedRows, logged)
  },
}

/** Compares prices and candles, either in the whole record or since the last ticks that the newest seal verified. */
export const pricesBooks = (reads: 'every_tick' | 'new_ticks'): BookCheck => ({
  name: 'prices',
  find: async (tx) => findPriceBreaks(tx, reads === 'every_tick' ? undefined : await verifiedTicks(tx)),
})

async function verifiedTicks(tx: Tx): Promise<Map<string, TickPlace>> {
  const seal = await newestSeal(tx, ticks)
  return new Map(Object.entries(seal?.digests ?? {}).map(([symbol, place]) => [symbol, placeOf(place)]))
}

function placeOf(words: string): TickPlace {
  const [seq, atMs, hash] = words.split(' ')
  return { seq: Number(seq), atMs: Number(atMs), hash: hash! }
}

/**
 * Returns the seals for all final rows and for the ends of the ticks' hash chains. Run it in the snapshot in which the
 * prices were compared, and store the ends only if that comparison found nothing.
 */
export async function readSeals(tx: Tx, nowMs: number): Promise<{ rows: Seal[]; ticks: Seal }> {
  const toMs = nowMs - sealLagMs
  const places = (await readTickPlaces(tx)).map(({ symbol, seq, atMs, hash }) => [symbol, `${seq} ${atMs} ${hash}`])
  return {
    rows: await prepareSeals(tx, sealedRows, toMs),
    ticks: { name: ticks, toMs, digests: Object.fromEntries(places) },
  }
}

/**
 * Stores the seals of one moment together with an audit entry, so that a change to rows is detected even if their seals
 * are changed too.
 */
export async function storeSeals(
  { db }: Pick<Platform, 'db'>,
  operators: Pick<Operators, 'audit'>,
  seals: { rows: Seal[]; ticks?: Seal },
): Promise<void> {
  const [first] = seals.rows
  // There is nothing to store if this moment or a later one is already sealed.
  if (!first) return
  const all = [...seals.rows, ...(seals.ticks ? [seals.ticks] : [])]
  await db.transaction().execute(async (tx) => {
    const details = { throughMs: first.toMs, rows: countSealed(seals.rows), digest: digestOf(all) }
    await operators.audit(tx, {
      operatorId: null,
      action: sealAction,
      subject: new Date(first.toMs).toISOString(),
      details,
    })
    await insertSeals(tx, all)
  })
}
