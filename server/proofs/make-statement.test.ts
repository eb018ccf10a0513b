import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProofsWorld, type ProofsWorld } from './test-world.ts'

let world: ProofsWorld

beforeAll(async () => {
  world = await createProofsWorld()
})
afterAll(() => world.stop())

describe('statements of solvency', () => {
  it('are created once a day, no matter how often they are requested', async () => {
    await world.platform.clock.advance(86_400_000)
    expect(
      (await Promise.all([world.proofs.makeStatement(), world.proofs.makeStatement()])).filter(Boolean),
    ).toHaveLength(1)
    expect(await world.proofs.makeStatement()).toBe(false)
  })

  it('report that a coin’s node was unreachable instead of stating its reserves', async () => {
    world.node.away = true
    await world.nextDay()
    world.node.away = false
    expect(
      (await world.call('solvency')).body.assets.find(({ asset }: { asset: string }) => asset === 'BTC'),
    ).toMatchObject({ held: null, heldAs: 'away' })
  })

  it('are withheld, with an alarm, while the ledger does not reconcile', async () => {
    await world.customerWith({ USD: 100n })
    const { owner } = world.platform
    await owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor + 1')
    expect(await world.nextDay()).toBe(false)
    expect((await world.platform.alarms.open()).map(({ kind }) => kind)).toContain('statement_refused')
    await owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor - 1')
    expect(await world.proofs.makeStatement()).toBe(true)
    expect((await world.platform.alarms.open()).map(({ kind }) => kind)).not.toContain('statement_refused')
  })

  it('are withheld, with an alarm, while a module’s rows differ from the ledger', async () => {
    world.books.broken = 2
    expect(await world.nextDay()).toBe(false)
    expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'statement_refused')).toMatchObject([
      { details: { breaks: 2 } },
    ])
    world.books.broken = 0
    expect(await world.proofs.makeStatement()).toBe(true)
    expect((await world.platform.alarms.open()).map(({ kind }) => kind)).not.toContain('statement_refused')
  })

  it('cannot be edited afterwards', async () => {
    await expect(world.platform.owner.query("UPDATE proofs.statements SET root = repeat('0', 64)")).rejects.toThrow(
      'append-only',
    )
  })
})
