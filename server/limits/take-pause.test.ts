import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLimitsWorld, type LimitsWorld } from './test-world.ts'

let world: LimitsWorld
let ada: { id: string; secrete: string }
beforeEach(async () => {
  world = await createLimitsWorld()
  ada = world.addCustomer()
})
afterEach(() => world.stop())

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const timeOut = (hours: unknown, confirm = 'TIME OUT') => world.api.call('limits.timeout', { hours, confirm }, ada)
const exclude = (months: unknown, confirm = 'EXCLUDE ME') => world.api.call('limits.exclude', { months, confirm }, ada)
const refusal = async () => (await world.limits.orderRules(ada.id, world.platform.clock.nowMs())).refusal

describe("'limits.timeout'", () => {
  it('applies immediately in every process, and ends exactly on time', async () => {
    const other = world.otherProcess()
    await other.orderRules(ada.id, world.platform.clock.nowMs())
    expect((await timeOut(24, 'time out')).body).toMatchObject({
      type: 'success',
      msg:
        'You are now on a time-out until 6 January 2026, 12:00 UTC. Open trades settle normally, and you can still ' +
        'sign in and withdraw.',
      pause: { kind: 'timeout', until: Date.UTC(2026, 0, 6, 12) },
    })
    expect((await other.orderRules(ada.id, world.platform.clock.nowMs())).refusal).toMatchObject({
      code: 'timed_out',
      details: { until: { atMs: Date.UTC(2026, 0, 6, 12) } },
    })
    await world.platform.clock.advance(dayMs - 1)
    expect((await refusal())!.code).toBe('timed_out')
    await world.platform.clock.advance(1)
    expect(await refusal()).toBeUndefined()
  })
  it('can be extended but not shortened: already_longer', async () => {
    await timeOut(168)
    expect(await timeOut(24)).toMatchObject({
      status: 409,
      body: {
        code: 'already_longer',
        msg: 'A time-out or exclusion is already in effect until 12 January 2026, 12:00 UTC.',
      },
    })
    expect((await timeOut(168)).body.code).toBe('already_longer')
    expect((await timeOut(1008)).status).toBe(200)
    expect((await refusal())!.details).toEqual({ until: { atMs: Date.UTC(2026, 1, 16, 12) } })
  })
  it('returns bad_length', async () => {
    for (const hours of [0, 23, 25, -24, 1009, 1e6, 24.5])
      expect(await timeOut(hours)).toMatchObject({ status: 400, body: { code: 'bad_length' } })
  })
  it('returns not_confirmed', async () => {
    for (const confirm of ['', 'yes', 'TIMEOUT'])
      expect((await timeOut(24, confirm)).body).toMatchObject({
        code: 'not_confirmed',
        msg: 'Type TIME OUT to confirm.',
      })
    expect(await refusal()).toBeUndefined()
  })
})

describe("'limits.exclude'", () => {
  it('lasts for a number of calendar months, and overrides a time-out', async () => {
    await timeOut(24)
    await exclude(6)
    expect(await refusal()).toMatchObject({
      code: 'excluded',
      details: { until: { phrase: 'until', values: { until: { atMs: Date.UTC(2026, 6, 5, 12) } } } },
    })
    expect((await world.api.call('limits', {}, ada)).body.pause).toMatchObject({
      kind: 'exclusion',
      words: 'You have excluded yourself until 5 July 2026, 12:00 UTC.',
    })
    await world.platform.clock.advance(Date.UTC(2026, 6, 5, 12) - world.platform.clock.nowMs() - 1)
    expect((await refusal())!.code).toBe('excluded')
    await world.platform.clock.advance(1)
    expect(await refusal()).toBeUndefined()
  })
  it('can be permanent', async () => {
    expect((await exclude(0)).body.pause).toMatchObject({
      until: null,
      words: 'You have excluded yourself permanently.',
    })
    await world.platform.clock.advance(100 * 365 * dayMs)
    expect(await refusal()).toMatchObject({ code: 'excluded', details: { until: { phrase: 'for_ever' } } })
    expect((await exclude(60)).body).toMatchObject({
      code: 'already_longer',
      msg: 'A time-out or exclusion is already in effect permanently.',
    })
  })
  it('returns bad_length', async () => {
    for (const months of [1, 5, 7, 61, -6, 6.5]) expect((await exclude(months)).body.code).toBe('bad_length')
  })
  it('refuses a wrong confirmation: not_confirmed', async () => {
    expect((await exclude(6, 'TIME OUT')).body).toMatchObject({
      code: 'not_confirmed',
      msg: 'Type EXCLUDE ME to confirm.',
    })
  })
  it('cannot be undone in the database, or shortened to less than half a year', async () => {
    await exclude(6)
    const run = (text: string) => world.platform.owner.query(text)
    await expect(run('DELETE FROM limits.pause')).rejects.toThrow(/refused/)
    await expect(run('UPDATE limits.pause SET until_ms = from_ms')).rejects.toThrow(/refused/)
    await expect(
      run(
        `INSERT INTO limits.pause SELECT shard, customer_id, gen_random_uuid(), kind, from_ms, from_ms + ${30 * dayMs}
          FROM limits.pause`,
      ),
    ).rejects.toThrow(/pause_is_long_enough/)
  })
})

it('gives the account’s state precedence over a pause', async () => {
  await timeOut(24)
  world.facts.account = { frozen: 'operator', closed: false }
  expect((await refusal())!.code).toBe('account_frozen')
})
