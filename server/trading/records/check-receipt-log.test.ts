import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalReceipt, type TradeReceipt } from '../../../api/calls/trading/trading.ts'
import { parseVerifierKey, verifierKeyText, type Trust } from '../../../packages/verify/src/index.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'
import { checkReceipt } from './check-receipt.ts'

let world: ScriptedWorld
let trust: Trust
let pending: TradeReceipt
let receipt: TradeReceipt

beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD'])
  const customer = await world.addCustomer()
  await world.publish('EURUSD', [0, 1_000])
  const { body } = await world.api.call(
    'trade',
    { symbols: 'EURUSD', amount: '10.01', interval: 5, TYPE: 'BUY' },
    { secrete: customer.secrete },
  )
  await world.publish('EURUSD', [1_000, 1_010], [4_000, 1_020], [5_500, 1_000])
  await world.platform.clock.advance(10_000)
  const download = async () => (await world.api.call('trades.receipt', { id: body.id }, customer)).body
  pending = await download()
  await world.transparency.advance()
  receipt = await download()
  const { rows } = await world.platform.pool.query('SELECT verifier_key FROM transparency.log_keys')
  trust = { log: parseVerifierKey(rows[0].verifier_key)!, witnesses: [], quorum: 0 }
})
afterAll(() => world.stop())

const withDigest = (changed: TradeReceipt) => ({
  ...changed,
  digest: createHash('sha256').update(canonicalReceipt(changed)).digest('hex'),
})
const problems = (given: TradeReceipt, keys = trust) =>
  checkReceipt(withDigest(given), keys)
    .filter(({ result }) => result !== 'pass')
    .map(({ name, result }) => `${name} ${result}`)

it('holds once the log contains the trade, and is open until then', () => {
  expect(pending.log).toBeUndefined()
  expect(problems(pending)).toEqual(['transparency log open'])
  expect(receipt.log).toHaveLength(2)
  expect(problems(receipt)).toEqual([])
})

it('fails for a trade that the log doesn’t contain, however consistent its receipt is', () => {
  // What a dishonest operator would show: the same trade with a higher stake, recomputed throughout.
  const raised = JSON.parse(
    JSON.stringify(receipt)
      .replaceAll('"10.01"', '"20.02"')
      .replaceAll('"9.00"', '"18.01"')
      .replaceAll('"19.01"', '"38.03"'),
  ) as TradeReceipt
  expect(checkReceipt(withDigest(raised)).filter(({ result }) => result !== 'pass')).toEqual([])
  expect(problems(raised)).toEqual(['transparency log fail'])
})

it('fails with the key of another log, and with the proof of another batch', () => {
  const other = parseVerifierKey('other.example/log+00000000+Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  expect(other ?? 'refused').toBe('refused')
  const stranger: Trust = { ...trust, log: { ...trust.log, name: 'other.example/log' } }
  expect(problems(receipt, stranger)).toEqual(['transparency log fail'])
  const [first, second] = receipt.log!
  expect(problems({ ...receipt, log: [{ ...first!, entry: second!.entry }, second!] })).toEqual([
    'transparency log fail',
  ])
  expect(problems({ ...receipt, log: [first!] })).toEqual(['transparency log fail'])
})

it('is checked by the command, which refuses anything but the key of a log', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'receipts-'))
  const file = path.join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const run = (key: string) =>
    spawnSync(process.execPath, ['scripts/verify-receipt.ts', file, '--log', key], { encoding: 'utf8' })
  const good = run(verifierKeyText(trust.log))
  expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('pass  transparency log: 3 transfers')])
  expect(run('not a key').status).toBe(64)
  rmSync(folder, { recursive: true })
})

type Place = (string | number)[]

/** Returns the path of every primitive value. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [at]
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))
}

/** Changes a value without changing its form. */
function changedAt(given: TradeReceipt, place: Place): TradeReceipt {
  const changed = structuredClone(given)
  const holder = place.slice(0, -1).reduce((inner, key) => inner[key as never], changed) as Record<string, unknown>
  const key = place.at(-1)!
  const value = holder[key]
  const last = (text: string) => text.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (found) => (found === '1' ? '2' : '1'))
  holder[key] = typeof value === 'number' ? value + 1 : value === null ? 'x' : last(String(value))
  return changed
}

it('fails if any part of the proofs or of the transfers was changed, also with a recomputed digest', () => {
  const places = [...placesOf(receipt.log, ['log']), ...placesOf(receipt.transfers, ['transfers'])]
  expect(places.length).toBeGreaterThan(40)
  for (const place of places)
    expect(
      problems(changedAt(receipt, place)).some((line) => line.endsWith('fail')),
      place.join('.'),
    ).toBe(true)
})
