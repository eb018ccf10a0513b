import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProofsWorld, type ProofsWorld } from './test-world.ts'

let world: ProofsWorld

beforeAll(async () => {
  world = await createProofsWorld()
})
afterAll(() => world.stop())

describe('statements of solvency', () => {
  it('are made once a day, whoever asks', async () => {
    await world.platform.clock.advance(86_400_000)
    expect((await Promise.all([world.proofs.makeStatement(), world.proofs.makeStatement()])).filter(Boolean)).toHaveLength(1)
    expect(await world.proofs.makeStatement()).toBe(false)
  })

  it('say that a coin’s node was away instead of inventing its reserves', async () => {
    world.chain.away = true
    await world.nextDay()
    world.chain.away = false
    expect((await world.call('solvency')).body.assets.find(({ asset }: { asset: string }) => asset === 'BTC')).toMatchObject({ held: null, heldAs: 'away' })
  })

  it('cannot be edited afterwards', async () => {
    await expect(world.platform.owner.query("UPDATE proofs.statements SET root = repeat('0', 64)")).rejects.toThrow('append-only')
  })
})
