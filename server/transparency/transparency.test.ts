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
import { parseVerifierKey, type VerifierKey } from '../../packages/verify/src/log/note.ts'
import { openTlogProof, tlogProofText } from '../../packages/verify/src/log/tlog-proof.ts'
import { parseBundle, tilePath, widthIn } from '../../packages/verify/src/log/tiles.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { testOwner } from '../ledger/test-owner.ts'
import { createTransparency, type Transparency } from './public.ts'
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
  signer = createLogSigner({ dataDir: platform.config.dataDir, log: platform.log })
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
  expect(found.map(({ type }) => type)).toEqual(['log.key', 'ledger.batch', 'ledger.batch'])
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

it('adds a queued entry when its transaction commits, and not if it rolls back', async () => {
  const add = (entry: string, work = () => {}) =>
    platform.db.transaction().execute(async (tx) => {
      await transparency.queue(tx, [entry])
      work()
    })
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
      transparency.queue(
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

it('adds its key once, and keeps it', async () => {
  await transparency.advance()
  await transparency.stop()
  const again = createTransparency(platform, { ledger })
  await again.start()
  await again.advance()
  await again.stop()
  expect((await checkpoint()).size).toBe(1)
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
