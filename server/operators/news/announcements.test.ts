import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/random.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'
import { signInOperator } from '../test-operator.ts'

const hourMs = 3_600_000
let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = await signInOperator(world.platform, world.operators, 'support')
})
afterAll(() => world.stop())

const inHours = (hours: number) => new Date(world.platform.clock.nowMs() + hours * hourMs).toISOString()
const publish = (input: Record<string, unknown>) =>
  world.call('announcements.publish', { title: 'Maintenance', words: 'On Sunday.', ...input }, { secrete })
const titles = async () => (await world.call('announcements')).body.map(({ title }: { title: string }) => title)
const stateOf = async (id: string) =>
  (await world.call('announcements.list', {}, { secrete })).body.find((one: { id: string }) => one.id === id)?.state

describe("'announcements.publish'", () => {
  it('shows the announcement to everyone from its start until its end', async () => {
    const { id } = (await publish({ title: 'Later', from: inHours(0.1), until: inHours(0.3), mustSee: true })).body
    expect(await titles()).toEqual([])
    expect(await stateOf(id)).toBe('planned')
    await world.platform.clock.advance(0.2 * hourMs)
    expect((await world.call('announcements')).body).toMatchObject([{ id, title: 'Later', mustSee: true }])
    expect(await stateOf(id)).toBe('shown')
    await world.platform.clock.advance(0.2 * hourMs)
    expect(await titles()).toEqual([])
    secrete = await signInOperator(world.platform, world.operators, 'support')
    expect(await stateOf(id)).toBe('over')
  })

  it('replaces another announcement', async () => {
    const { id } = (await publish({ title: 'First' })).body
    expect((await publish({ title: 'Second', id })).status).toBe(200)
    expect(await titles()).toEqual(['Second'])
    expect(await stateOf(id)).toBe('withdrawn')
  })

  it('stays visible however many are published in other languages', async () => {
    await publish({ title: 'For English pages', language: 'en' })
    for (let count = 0; count < 21; count++) await publish({ title: `German ${count}`, language: 'de' })
    expect(await titles()).toContain('For English pages')
    expect((await titles()).filter((title: string) => title.startsWith('German'))).toHaveLength(20)
  })

  it('returns fields_missing, bad_period and not_found', async () => {
    expect((await publish({ words: ' ' })).body.code).toBe('fields_missing')
    expect((await publish({ until: inHours(-1) })).body.code).toBe('bad_period')
    expect((await publish({ id: uuidv7(world.platform.clock.nowMs(), world.platform.random) })).body.code).toBe(
      'not_found',
    )
  })

  it('does not exist without the permission', async () => {
    const finance = await signInOperator(world.platform, world.operators, 'finance')
    expect(
      (await world.call('announcements.publish', { title: 'x', words: 'y' }, { secrete: finance })).body.code,
    ).toBe('unknown_call')
  })
})

describe("'announcements.withdraw'", () => {
  it('withdraws the announcement, and returns not_found afterwards', async () => {
    const { id } = (await publish({ title: 'Wrong' })).body
    expect((await world.call('announcements.withdraw', { id }, { secrete })).status).toBe(200)
    expect(await titles()).not.toContain('Wrong')
    expect((await world.call('announcements.withdraw', { id }, { secrete })).body.code).toBe('not_found')
  })
})
