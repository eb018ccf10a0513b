import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installedMarket, type Product, startProduct } from '../../product.ts'
import { freePort } from '../../../server/platform/database/postgres.ts'
import { databaseOf, inDatabase } from '../books.ts'
import { openJournal, type JournalFile } from '../journal.ts'
import {
  createLoadCustomers,
  send,
  startMixedLoad,
  type LoadCustomer,
  type MixedLoad,
  type Sent,
} from '../mixed-load.ts'
import { runChecker, type Checked } from './run-checker.ts'

export const victims = ['app', 'database', 'both'] as const
export type Victim = (typeof victims)[number]

/** A product under load, with its clients' journal. */
export type KillWorld = {
  product: Product
  journal: JournalFile
  customers: LoadCustomer[]
  folder: string
  sent: Sent[]
}

const ordersBefore = 25
const ordersAfter = 15
const settledWithinMs = 60_000

export async function startKillWorld(settings: Record<string, string> = {}, count = 9): Promise<KillWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-faults-'))
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  const product = await startProduct({
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    MARKET: installedMarket,
    ...settings,
  })
  return { product, journal, customers: await createLoadCustomers(product, journal, count), folder, sent: [] }
}

export async function stopKillWorld(world: KillWorld): Promise<void> {
  world.journal.close()
  await world.product.stop()
  rmSync(world.folder, { recursive: true, force: true })
}

/**
 * Runs `fault` under load. Resolves with the milliseconds until the first new acknowledged order, counted from the
 * monotonic time that `fault` resolves with, or from its start.
 */
export async function underLoad(world: KillWorld, fault: (load: MixedLoad) => Promise<number | void>): Promise<number> {
  const load = startMixedLoad(world.product, world.journal, world.customers)
  try {
    await load.acknowledged(ordersBefore)
    const beganAtMs = performance.now()
    const fromMs = (await fault(load)) ?? beganAtMs
    const first = await load.acknowledged(1)
    await load.acknowledged(ordersAfter)
    return firstSince(load.sent, fromMs, first) - fromMs
  } finally {
    await load.stop()
    world.sent.push(...load.sent)
  }
}

/** Returns the monotonic time when the first order sent since `fromMs` was acknowledged. */
export function firstSince(sent: Sent[], fromMs: number, fallback: Sent): number {
  const orders = sent.filter(
    ({ call, outcome, sentAtMs }) => call === 'trade' && outcome === 'acknowledged' && sentAtMs >= fromMs,
  )
  return Math.min(fallback.answeredAtMs, ...orders.map(({ answeredAtMs }) => answeredAtMs))
}

/**
 * Kills with SIGKILL and restarts immediately, as a supervisor would. The product itself restarts a killed database.
 */
export async function kill({ product }: KillWorld, victim: Victim): Promise<void> {
  if (victim !== 'app') product.killDatabase()
  if (victim === 'database') return
  await product.kill('SIGKILL')
  await product.restart()
}

export type Resent = { unknown: number; wrong: string[]; otherBodies: number }

/**
 * Sends each request with an unknown outcome twice more with its key, then some acknowledged requests with the same key
 * and another body.
 */
export async function sendAgain({ product, journal, sent }: KillWorld): Promise<Resent> {
  const wrong: string[] = []
  const unknown = sent.filter(({ outcome }) => outcome === 'unknown' || outcome === 'unreached')
  for (const request of unknown) {
    const first = await untilAnswered(() => send(product, journal, request))
    const second = await untilAnswered(() => send(product, journal, request))
    if (JSON.stringify(first.body) !== JSON.stringify(second.body))
      wrong.push(`${request.call} ${request.key}: two answers`)
    Object.assign(request, first)
  }
  const withAmount = sent.filter(({ outcome, input }) => outcome === 'acknowledged' && 'amount' in input)
  const samples = [...Map.groupBy(withAmount, ({ call }) => call).values()].flatMap((list) => list.slice(-4))
  for (const { key, call, input, customer } of samples) {
    const options = { secrete: customer.secrete, headers: { 'idempotency-key': key } }
    const { body } = await product.call(call, { ...input, amount: '777' }, options)
    if (body.code !== 'key_reused')
      wrong.push(`${call} ${key}: another body was answered with ${body.code ?? 'success'}`)
  }
  return { unknown: unknown.length, wrong, otherBodies: samples.length }
}

async function untilAnswered(attempt: () => Promise<Sent>): Promise<Sent> {
  const endMs = performance.now() + settledWithinMs
  for (;;) {
    const sent = await attempt()
    if (sent.outcome === 'acknowledged' || sent.outcome === 'refused' || performance.now() > endMs) return sent
    await pause(250)
  }
}

/** Moves the clock until no trade is open. After a fault, the feed needs a moment to recover. */
export async function settleAll({ product }: Pick<KillWorld, 'product'>): Promise<void> {
  const endMs = performance.now() + settledWithinMs
  for (;;) {
    await product.advance(60).catch(() => undefined)
    const open = await inDatabase(product, (client) => client.query(`SELECT FROM trading.trades WHERE state = 'OPEN'`))
    if (open.rowCount === 0) return
    if (performance.now() > endMs) throw new Error(`${open.rowCount} trades are still open`)
    await pause(250)
  }
}

export const check = ({ product, journal }: KillWorld): Checked => runChecker(databaseOf(product), [journal.file])
export const checkSums = ({ product }: KillWorld): Checked => runChecker(databaseOf(product), [], { sums: true })

const transferAgain = `
  INSERT INTO ledger.transfers
  SELECT (jsonb_populate_record(t, jsonb_build_object('id', t.id + (1::bigint << 40), 'key', 'planted'))).*
  FROM ledger.transfers t WHERE kind = 'stake' AND reference = (SELECT id FROM trading.trades WHERE key = $1)`

/** Damage that the checker must report, done with the rights of the database's owner. */
const damages = {
  'a deleted trade': 'DELETE FROM trading.trades WHERE key = $1',
  'an altered payout': 'UPDATE trading.trades SET payout_bps = 30000 WHERE key = $1',
  'a void without a reason': `
    UPDATE trading.trades SET state = 'VOID', void_code = 'no_strike', returned_minor = stake_minor WHERE key = $1`,
  'a doubled transfer': transferAgain,
} as const

/** Returns the key of an acknowledged order whose trade was won or lost. */
async function settledKey({ product, sent }: KillWorld): Promise<string> {
  const keys = sent.filter(({ call, outcome }) => call === 'trade' && outcome === 'acknowledged').map(({ key }) => key)
  const text = `SELECT key FROM trading.trades WHERE key = ANY ($1) AND state IN ('WON', 'LOST') LIMIT 1`
  const { rows } = await inDatabase(product, (client) => client.query<{ key: string }>(text, [keys]))
  return rows[0]!.key
}

/** Plants each kind of damage in turn and repairs it. Resolves with the checker's results. */
export async function plantDamage(world: KillWorld): Promise<Record<keyof typeof damages, Checked>> {
  const key = await settledKey(world)
  const results: Partial<Record<keyof typeof damages, Checked>> = {}
  await inDatabase(world.product, async (client) => {
    // Disables triggers and foreign keys.
    await client.query('SET session_replication_role = replica')
    const { rows } = await client.query<{ trade: string }>(
      'SELECT to_jsonb(t)::text AS trade FROM trading.trades t WHERE key = $1',
      [key],
    )
    for (const [name, text] of Object.entries(damages)) {
      await client.query(text, [key])
      results[name as keyof typeof damages] = check(world)
      await client.query('DELETE FROM trading.trades WHERE key = $1', [key])
      await client.query('INSERT INTO trading.trades SELECT (jsonb_populate_record(NULL::trading.trades, $1)).*', [
        rows[0]!.trade,
      ])
      await client.query(`DELETE FROM ledger.transfers WHERE key = 'planted'`)
    }
  })
  return results as Record<keyof typeof damages, Checked>
}
