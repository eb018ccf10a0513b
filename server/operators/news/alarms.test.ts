import { afterAll, beforeAll, expect, it } from 'vitest'
import { alarmWords } from '../../../api/calls/operators/alarms.ts'
import { signInOperator } from '../test-operator.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'

let world: DeskWorld
beforeAll(async () => void (world = await createDeskWorld()))
afterAll(() => world.stop())

it("'alarms' lists each alarm, with its times and count, until it is cleared", async () => {
  const { alarms, clock } = world.platform
  const secrete = await signInOperator(world.platform, world.operators, 'auditor')
  const list = async () => (await world.call('alarms', {}, { secrete })).body
  expect(await list()).toEqual([])
  const first = new Date(clock.nowMs()).toISOString()
  await alarms.raise({ kind: 'operator_locked_out', subject: 'an address', details: { tries: 6 } })
  await clock.advance(60_000)
  await alarms.raise({ kind: 'operator_locked_out', subject: 'an address', details: { tries: 7 } })
  const last = new Date(clock.nowMs()).toISOString()
  const texts = { texts: {}, textsPhrases: {} }
  const [kind, words] = ['operator_locked_out', alarmWords.operator_locked_out]
  expect(await list()).toEqual([
    {
      id: `${kind} an address`,
      kind,
      words,
      subject: 'an address',
      details: { tries: 7 },
      ...texts,
      first,
      last,
      count: 2,
    },
  ])
  await alarms.clear('operator_locked_out', 'an address')
  const details = { reason: '@scanner_beyond_window {"height":"7"}' }
  await alarms.raise({ kind: 'deposit_scanner_halted', subject: 'BTC', details })
  expect(await list()).toMatchObject([
    {
      details,
      texts: { reason: 'The chain was rewritten below block 7, which is older than the stored blocks.' },
      textsPhrases: { reason: { phrase: 'scanner_beyond_window', values: { height: '7' } } },
    },
  ])
  await alarms.clear('deposit_scanner_halted', 'BTC')
  expect(await list()).toEqual([])
})
