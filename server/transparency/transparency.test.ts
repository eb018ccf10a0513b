import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkpointText, openCheckpoint, type Checkpoint } from '../../packages/verify/src/log/checkpoint.ts'
import { hashesFrom, tilesOf, type StoredTile } from '../../packages/verify/src/log/grow.ts'
import {
  isExtension,
  leafHash,
  planConsistency,
  planInclusion,
  type Span,
} from '../../packages/verify/src/log/merkle.ts'
import { parseVerifierKey, verifierKeyText, type VerifierKey } from '../../packages/verify/src/log/note.ts'
import { openTlogProof, tlogProofText } from '../../packages/verify/src/log/tlog-proof.ts'
import { parseBundle, tilePath, widthIn } from '../../packages/verify/src/log/tiles.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { testOwner } from '../ledger/test-owner.ts'
import { openLogKey } from './open-log-key.ts'
import { createTransparency, type Transparency } from './public.ts'
import { insertQueued } from './store.ts'
import { createLogSigner, type LogSigner } from './signer/log-signer.ts'

let platform: TestPlatform
let ledger: Ledger
let signer: LogSigner
let transparency: Transparency
let http: FastifyInstance
let key: VerifierKey

beforeEach(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
  signer = createLogSigner(platform.config.dataDir)
  transparency = createTransparency(platform, { ledger }, signer)
  http = Fastify()
  transparency.register(http)
  await transparency.start()
  key = parseVerifierKey(await signer.start())!
})
afterEach(async () => {
  await transparency.stop()
  await http.close()
  await platform.stop()
})

const post = (number: number) =>
  ledger.post([
    {
      debit: { house: 'practice_grants' },
      credit: { owner: testOwner(number), code: 'trading' },
      asset: 'USD',
      amountMinor: 100n,
      kind: 'practice_grant',
    },
  ])

/** What a stranger reads: only the log's files, checked against its public key. */
async function checkpoint(): Promise<Checkpoint & { signed: string }> {
  const signed = (await http.inject('/log/checkpoint')).body
  const opened = openCheckpoint(signed, { log: key, witnesses: [], quorum: 0 })
  if ('refused' in opened) throw new Error(opened.refused)
  return { ...opened.checkpoint, signed }
}

async function file(path: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await http.inject(`/log/${path}`)
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
  return rawPayload
}

async function hashes(size: number, spans: readonly Span[]) {
  const tiles: StoredTile[] = []
  for (const { level, index } of tilesOf(spans)) {
    const bytes = await file(tilePath({ level, index, width: widthIn(size, level, index) }))
    const count = bytes.length / 32
    tiles.push({
      level,
      index,
      hashes: Array.from({ length: count }, (_, at) => bytes.subarray(at * 32, at * 32 + 32)),
    })
  }
  return hashesFrom(tiles, spans)
}

async function entries(size: number): Promise<Buffer[]> {
  const bundle = await file(tilePath({ level: 'entries', index: 0, width: widthIn(size, 'entries', 0) }))
  return parseBundle(bundle)!.map((entry) => Buffer.from(entry))
}

it('contains every batch of the ledger, which a stranger can prove from its files', async () => {
  await transparency.advance()
  await post(1)
  await post(2)
  await transparency.advance()
  const { size, signed } = await checkpoint()
  const all = await entries(size)
  const found = all.map((entry) => JSON.parse(entry.toString()))
  expect(typesOf(all)).toEqual(['log.key', 'ledger.batch', 'ledger.batch'])
  const { rows } = await platform.pool.query(`SELECT encode(hash, 'hex') AS hash FROM ledger.batches ORDER BY shard`)
  expect(found.slice(1).map(({ hash }) => hash)).toEqual(rows.map(({ hash }) => hash))
  for (const [index, entry] of all.entries()) {
    const path = await hashes(size, planInclusion(index, size))
    const proof = tlogProofText({ index, path, checkpoint: signed })
    expect(openTlogProof(proof, entry, { log: key, witnesses: [], quorum: 0 })).toMatchObject({ index })
    expect(
      openTlogProof(proof, Buffer.concat([entry, Buffer.from('.')]), { log: key, witnesses: [], quorum: 0 }),
    ).toEqual({
      refused: 'not_included',
    })
  }
})

const typesOf = (all: readonly Buffer[]) => all.map((entry) => (JSON.parse(entry.toString()) as { type: string }).type)

/** Returns the new entries of the log after its first. */
async function added(): Promise<Record<string, unknown>[]> {
  await transparency.advance()
  const { size } = await checkpoint()
  return (await entries(size)).slice(1).map((entry) => JSON.parse(entry.toString()) as Record<string, unknown>)
}

it('contains each complete minute of ticks once, with its last tick', async () => {
  const minute = 60_000
  const { owner } = platform
  await owner.query(`CREATE TABLE markets.ticks_of_test PARTITION OF markets.ticks FOR VALUES FROM (0) TO (10000000)`)
  // Only the order of the rows matters here, so they form no hash chain.
  await owner.query('ALTER TABLE markets.ticks DISABLE TRIGGER USER')
  const tick = (symbol: string, seq: number, atMs: number) =>
    owner.query(
      `INSERT INTO markets.ticks (symbol, seq, at_ms, bid, ask, price, source, hash)
       VALUES ($1, $2::bigint, $3, 1, 1, 1, 'test', sha256(convert_to($1 || ($2::bigint)::text, 'UTF8')))`,
      [symbol, seq, atMs],
    )
  // The log starts with the minute after those that are complete when it first sees a symbol.
  const completeThrough = (symbol: string, atMs: number) =>
    owner.query(
      `INSERT INTO markets.heads (symbol, complete_ms) VALUES ($1, $2)
       ON CONFLICT (symbol) DO UPDATE SET complete_ms = EXCLUDED.complete_ms`,
      [symbol, atMs],
    )
  for (const [seq, atMs] of [10, minute - 1, minute, minute + 1, 3 * minute].entries()) await tick('A', seq + 1, atMs)
  await tick('B', 1, 5)
  for (const symbol of ['A', 'B']) await completeThrough(symbol, 1)
  expect(await added()).toEqual([])
  await completeThrough('A', 2 * minute - 1)
  expect(await added()).toMatchObject([{ type: 'ticks', symbol: 'A', after: 0, through: minute, seq: '3' }])
  expect(await added()).toHaveLength(1)
  await completeThrough('A', 3 * minute)
  await completeThrough('B', minute)
  expect((await added()).slice(1)).toMatchObject([
    { symbol: 'A', after: minute, through: 2 * minute, seq: '4' },
    { symbol: 'A', after: 2 * minute, through: 3 * minute, seq: '5' },
    { symbol: 'B', after: 0, through: minute, seq: '1' },
  ])
})

it('contains commitments before their seeds, and a seed only after all earlier ones', async () => {
  const { owner } = platform
  await owner.query(
    `INSERT INTO markets.seed_chains (model, first_hour, hours, root, sealed_last_seed, made_at_ms)
     VALUES ('test', 1, 9, sha256('root'), 'x', 0)`,
  )
  for (const hour of [1, 2, 3])
    await owner.query(
      `INSERT INTO markets.simulated_hours (seed_chain_id, hour, commitment, state)
       SELECT id, $1, sha256(int4send($1)), '' FROM markets.seed_chains WHERE model = 'test'`,
      [hour],
    )
  const reveal = (hour: number) =>
    owner.query(`UPDATE markets.simulated_hours SET seed = sha256(int4send($1)), revealed_at_ms = 1 WHERE hour = $1`, [
      hour,
    ])
  expect((await added()).map(({ type, hour }) => [type, hour])).toEqual(
    [1, 2, 3].map((hour) => ['market.commitment', hour]),
  )
  await reveal(2)
  expect(await added()).toHaveLength(3)
  await reveal(1)
  expect((await added()).slice(3).map(({ type, hour }) => [type, hour])).toEqual(
    [1, 2].map((hour) => ['market.reveal', hour]),
  )
})

it('contains the audit log and the statements of solvency, without their content', async () => {
  const { pool } = platform
  const subject = 'a subject that nobody may read'
  for (const action of ['first', 'second'])
    await pool.query(`SELECT operators.append_audit(5, NULL, $1, $2, NULL, NULL, '{}')`, [action, subject])
  await pool.query(
    `INSERT INTO proofs.statements (day, at_ms, root, customers, assets, heads)
     VALUES ('2026-01-05', 7, repeat('ab', 32), 3, '[]', '[]')`,
  )
  const found = await added()
  const { rows } = await pool.query(`SELECT encode(hash, 'hex') AS hash FROM operators.audit_log ORDER BY seq`)
  expect(found).toEqual([
    { type: 'audit', entry: '1', at: 5, hash: rows[0].hash },
    { type: 'audit', entry: '2', at: 5, hash: rows[1].hash },
    { type: 'solvency.statement', day: '2026-01-05', at: 7, root: 'ab'.repeat(32), customers: 3 },
  ])
})

it('adds a queued entry when its transaction commits, and not if it rolls back', async () => {
  const add = (entry: string, work = () => {}) =>
    platform.db.transaction().execute(async (tx) => {
      await insertQueued(tx, [entry])
      work()
    })
  await transparency.advance()
  const undone = add('{"type":"undone"}', () => {
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await add('{"type":"done"}')
  await transparency.advance()
  const { size } = await checkpoint()
  expect((await entries(size)).map(String).slice(1)).toEqual(['{"type":"done"}'])
})

it('extends each earlier checkpoint, also over full tiles', async () => {
  const seen: Checkpoint[] = []
  for (const count of [1, 254, 3, 400]) {
    await platform.db.transaction().execute((tx) =>
      insertQueued(
        tx,
        Array.from({ length: count }, (_, at) => `{"type":"test","at":${at}}`),
      ),
    )
    await transparency.advance()
    seen.push(await checkpoint())
  }
  const newest = seen.at(-1)!
  expect(newest.size).toBe(659)
  for (const old of seen)
    expect(isExtension(old, newest, await hashes(newest.size, planConsistency(old.size, newest.size)))).toBe(true)
})

it('signs nothing that forks the log, also after a restart', async () => {
  await post(1)
  await transparency.advance()
  const { size, root } = await checkpoint()
  const other = leafHash(Buffer.from('another history'))
  await expect(signer.sign({ size, root: other }, async () => [])).rejects.toThrow('refused the tree')
  await expect(signer.sign({ size: size + 1, root: other }, async () => [])).rejects.toThrow('refused the tree')
  await expect(signer.sign({ size: size - 1, root: other }, async () => [])).rejects.toThrow('refused the tree')
  process.kill(signer.pid()!, 'SIGKILL')
  await expect(signer.sign({ size, root: other }, async () => [])).rejects.toThrow()
  await expect(signer.sign({ size, root: other }, async () => [])).rejects.toThrow('refused the tree')
  const again = await signer.sign({ size, root }, async () => [])
  expect(again).toContain(checkpointText({ origin: key.name, size, root }))
})

it('raises an alarm and signs nothing if the database is older than the signed tree, until it is not', async () => {
  const kinds = async () => (await platform.alarms.open()).map(({ kind }) => kind)
  await post(1)
  await transparency.advance()
  const { size, root } = await checkpoint()
  const signed = await signer.sign({ size: size + 1, root: leafHash(Buffer.from('x')) }, async () => []).catch(() => '')
  expect(signed).toBe('')
  // Somebody with the owner's rights rewrites the newest entry's hash.
  await platform.owner.query('ALTER TABLE transparency.tiles DISABLE TRIGGER USER')
  const change = 'UPDATE transparency.tiles SET hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) WHERE level = 0'
  await platform.owner.query(change)
  await post(2)
  await transparency.advance()
  expect(await kinds()).toEqual(['log_stopped'])
  expect((await checkpoint()).root).toEqual(root)
  await platform.owner.query(change)
  await post(3)
  await transparency.advance()
  expect((await checkpoint()).size).toBe(size + 2)
  expect(await kinds()).toEqual([])
})

it('adds its key once, and keeps it', async () => {
  await transparency.advance()
  await transparency.stop()
  const again = createTransparency(platform, { ledger })
  await again.start()
  await again.advance()
  await again.stop()
  expect((await checkpoint()).size).toBe(1)
})

it('lets one process sign, while another adds entries and signs once the first has ended', async () => {
  await transparency.advance()
  const other = createTransparency(platform, { ledger })
  await post(1)
  await other.advance()
  expect((await checkpoint()).size).toBe(1)
  await transparency.advance()
  expect((await checkpoint()).size).toBe(2)
  await transparency.stop()
  await post(2)
  await other.advance()
  expect((await checkpoint()).size).toBe(3)
  await other.stop()
})

it('raises an alarm while its key can’t be read, and continues with the key', async () => {
  const kinds = async () => (await platform.alarms.open()).map(({ kind }) => kind)
  await transparency.advance()
  await transparency.stop()
  const file = path.join(platform.config.dataDir, 'log-signer', 'key')
  const content = readFileSync(file)
  writeFileSync(file, 'not a key')
  const again = createTransparency(platform, { ledger })
  await post(1)
  await expect(again.advance()).rejects.toThrow('does not contain a key of the log')
  expect(await kinds()).toEqual(['log_signer_failed'])
  writeFileSync(file, content)
  await again.advance()
  expect(await kinds()).toEqual([])
  expect((await checkpoint()).size).toBe(2)
  await again.stop()
})

it('records a key that was used before once more, so that every checkpoint has its key', async () => {
  const { pool } = platform
  await transparency.advance()
  const own = verifierKeyText(key)
  for (const verifierKey of ['another', own]) {
    await platform.clock.advance(1_000)
    await openLogKey(platform, verifierKey)
  }
  const { rows } = await pool.query('SELECT verifier_key FROM transparency.log_keys ORDER BY at_ms')
  expect(rows.map(({ verifier_key: one }) => one).slice(1)).toEqual(['another', own])
  await platform.clock.advance(1_000)
  await openLogKey(platform, 'another')
  expect((await pool.query('SELECT FROM transparency.log_keys')).rowCount).toBe(4)
})

it('serves no files before the first checkpoint, and no tile that the tree does not reach', async () => {
  expect((await http.inject('/log/checkpoint')).statusCode).toBe(404)
  await transparency.advance()
  expect((await http.inject('/log/tile/0/000.p/1')).statusCode).toBe(200)
  for (const path of ['0/000', '0/000.p/2', '0/001.p/1', '1/000.p/1', 'entries/000.p/2', '0/000.p/1/..', 'x'])
    expect((await http.inject(`/log/tile/${path}`)).statusCode, path).toBe(404)
})

it('lets nobody change the log in the database', async () => {
  await post(1)
  await transparency.advance()
  const { owner } = platform
  for (const statement of [
    `UPDATE transparency.entries SET entry = 'x'`,
    'DELETE FROM transparency.entries',
    'DELETE FROM transparency.tiles',
    `UPDATE transparency.tiles SET hashes = substr(hashes, 33)`,
    'DELETE FROM transparency.checkpoints',
    'UPDATE transparency.checkpoints SET signed = NULL',
    'UPDATE transparency.checkpoints SET size = size + 1',
  ])
    await expect(owner.query(statement), statement).rejects.toThrow('append-only')
})
