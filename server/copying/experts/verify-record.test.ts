import { afterAll, beforeAll, expect, it } from 'vitest'
import { expertVerifier, figuresOf, type ExpertRecord } from '../../../scripts/verify/expert.ts'
import { limitsOf } from '../../../scripts/verify/command.ts'
import type { PublicRecord } from '../../../scripts/verify/record.ts'
import { unnoticedFlips } from '../../../tests/flips.ts'
import { recordOf } from '../../../tests/public-record.ts'
import { createCopyingWorld, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let record: PublicRecord
/** An expert's record with practice trades that follow its rule. */
let file: ExpertRecord
beforeAll(async () => {
  // Waves with a trend: closes leave their range from time to time, in both directions.
  world = await createCopyingWorld(
    (second) =>
      100_000 + Math.round(60 * Math.sin(second / 97) + 25 * Math.sin(second / 13) + 9 * Math.sin(second / 3)) * 10,
  )
  record = recordOf(world.call)
  const ada = await world.addCopier()
  file = (await world.as(ada, 'traders.record', { tid: 'breakwater' })).body
})
afterAll(() => world.stop())

const findingsOf = async (altered: ExpertRecord, publicRecord?: PublicRecord) =>
  expertVerifier.check(altered, publicRecord)
it('passes when unchanged, and lists what isn’t checked', async () => {
  expect(file.trades.length).toBeGreaterThan(5)
  expect(await findingsOf(file)).toMatchObject({ faults: [], open: [] })
  expect(await findingsOf(file, record)).toMatchObject({ faults: [], open: [] })
  expect(limitsOf(expertVerifier, true)[0]).toContain('trades.*.payoutBps (for trades that were not won)')
})

it('fails if any value was changed, except those declared as unchecked', async () => {
  const others = {
    'trades.*.type': ['BUY', 'SELL'],
    'trades.*.status': ['WON', 'LOST', 'TIE', 'VOID'],
    'trades.*.by': ['strategy', 'operator'],
    'trades.*.symbol': ['BTCUSD', 'ETHUSD'],
  }
  const unnoticed = async (publicRecord?: PublicRecord) =>
    unnoticedFlips(
      file,
      async (altered) => {
        const { faults, open } = await findingsOf(altered, publicRecord)
        return faults.length + open.length === 0
      },
      { others },
    )
  const fields = (names: readonly string[]) => names.map((name) => name.split(' ')[0]).toSorted()
  expect(await unnoticed(record)).toEqual(fields(expertVerifier.notChecked))
  expect(fields([...expertVerifier.notChecked, ...expertVerifier.checkedByRecord])).toEqual(
    expect.arrayContaining(await unnoticed()),
  )
})

it('reports the rule’s signals that have no trade', async () => {
  const left = file.trades.find(({ status }) => status === 'LOST')!
  const trades = file.trades.filter((trade) => trade !== left)
  // A forger would also adapt the figures to the remaining trades.
  const without = { ...file, trades, trader: { ...file.trader, ...figuresOf(trades, 1_000_000n) } }
  expect(await findingsOf(without)).toMatchObject({ faults: [], open: [] })
  const { faults, open } = await findingsOf(without, record)
  expect(faults).toEqual([])
  expect(open).toEqual([
    expect.stringMatching(
      `^1 of \\d+ signals for ${left.symbol} have no trade: ${left.type} at ${new Date(left.acceptedAt).toISOString()}`,
    ),
  ])
})
