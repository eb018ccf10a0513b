import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/platform/database/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { readBooks } from './books.ts'
import { createCustomers, startLoad } from './orders-under-load.ts'

let product: Product
/** An empty folder, so the product creates everything in it. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-product-'))
beforeAll(async () => {
  product = await startProduct({
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    MARKET: 'simulated',
  })
}, 60_000)
afterAll(async () => {
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

it('refuses to start a second instance on the same data, with one line that names the first process', () => {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: product.dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Tallystick failed to start:\nDATA_DIR: \S+ is in use by process \d+: [^\n]*\n$/)
})

it('stores no data that other users of the machine can read, whatever the umask', () => {
  const open = readdirSync(product.dataDir, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

it('answers every request when it stops under load, and loses none', { timeout: 60_000 }, async () => {
  const load = startLoad(product, await createCustomers(product, 12))
  await load.acknowledged(60)
  await product.kill('SIGTERM')
  await load.stop()
  // Each order was either placed or refused; no connection was closed during an order.
  const others = load.journal.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 'stopping'))
  expect(others.map(({ status, code }) => `${status} ${code}`)).toEqual([])

  await product.restart()
  await product.advance(60)
  const { trades, breaks, escrowGapMinor } = await readBooks(product)
  expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
  const acknowledged = load.journal.filter(({ outcome }) => outcome === 'acknowledged')
  expect(trades.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ answer }) => answer!.id).sort())
  expect(trades.filter(({ state }) => state === 'OPEN')).toEqual([])
})
