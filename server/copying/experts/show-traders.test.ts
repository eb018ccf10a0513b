import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TraderRecord } from '../../../api/calls/copying/copying.ts'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let ada: Copier
const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-expert-'))
beforeAll(async () => {
  world = await createCopyingWorld()
  ada = await world.addCopier()
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const list = async (): Promise<TraderRecord[]> => (await world.call('experts')).body
/**
 * Resolves once the list has all trades. The list is cached for up to two seconds of monotonic time; stopping an expert
 * clears the cache.
 */
const fresh = () =>
  expect
    .poll(async () => (await list()).find(({ id }) => id === 'breakwater')!.trades, { timeout: 5_000, interval: 100 })
    .toBe(31)

/** Runs the script in a separate process, so that this process can serve the prices. */
function verify(record: unknown, ...more: string[]): Promise<{ status: number; text: string }> {
  const file = path.join(folder, 'record.json')
  writeFileSync(file, JSON.stringify(record))
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/verify-expert.ts', file, ...more], (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), text: stdout + stderr }),
    )
  })
}

it('ranks by figures that an independent script recomputes from the trades', async () => {
  expect((await list()).map(({ rank, simulated }) => ({ rank, simulated }))).toEqual(
    Array.from({ length: 6 }, () => ({ rank: null, simulated: true })),
  )
  for (let round = 0; round < 31; round++)
    await world.round('breakwater', `strategy rank ${round}`, round % 3 === 0 ? 'down' : 'up')
  await fresh()
  expect((await list())[0]).toMatchObject({ id: 'breakwater', rank: 1, trades: 31, won: 20, lost: 11, copiers: 0 })
  const [{ series, result }] = (await world.call('experts')).body
  expect(series).toHaveLength(17)
  expect(series[0]).toBe('10000.00')
  expect(Number(series.at(-1))).toBeCloseTo(10_000 + Number(result), 2)
  const { bySymbol, byHour } = (await world.as(ada, 'traders.show', { tid: 'breakwater' })).body
  for (const groups of [bySymbol, byHour]) {
    expect(groups.reduce((sum: number, group: { trades: number }) => sum + group.trades, 0)).toBe(31)
  }
  const record = (await world.as(ada, 'traders.record', { tid: 'breakwater' })).body
  expect(await verify(record)).toMatchObject({
    status: 0,
    text: expect.stringContaining('The record holds: 31 trades'),
  })
  record.trades[3].returned = '1.00'
  expect((await verify(record)).status).toBe(1)
})

it('finds trades for which the published rule gave no signal', async () => {
  const record = (await world.as(ada, 'traders.record', { tid: 'breakwater' })).body
  expect(await verify(record, await world.listen())).toMatchObject({
    status: 1,
    text: expect.stringContaining('the rule gave no signal to BUY BTCUSD'),
  })
  expect((await verify(record)).status).toBe(0)
})

it('shows an expert with its rule, equity curve and trades', async () => {
  await world.as(ada, 'copytrader', { copytrade: 'breakwater' })
  const { body } = await world.as(ada, 'traders.show', { tid: 'breakwater' })
  expect(body).toMatchObject({ copied: true, capital: '10000.00', stakePercent: 1, strategy: 'Momentum breakout' })
  expect(body.curve).toHaveLength(31)
  expect(body.lastTrades[0]).toMatchObject({ by: 'strategy', asset: 'BTCUSD' })
  expect((await world.as(ada, 'traders')).body.find(({ id }: TraderRecord) => id === 'breakwater').copied).toBe(true)
})

it('refuses an unknown expert: not_found', async () => {
  for (const name of ['traders.show', 'traders.record'])
    expect((await world.as(ada, name, { tid: 'nobody' })).body.code).toBe('not_found')
})
