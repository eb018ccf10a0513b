import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProofsWorld, type ProofsWorld } from './test-world.ts'

let world: ProofsWorld

beforeAll(async () => {
  world = await createProofsWorld()
})
afterAll(() => world.stop())

describe("'ledger.batch'", () => {
  it('shows the link that the statement of solvency lists as the newest in its shard', async () => {
    await world.customerWith({ USD: 100n })
    await world.proofs.makeStatement()
    const { heads } = (await world.call('solvency')).body as { heads: { shard: number; batch: string; hash: string }[] }
    const head = heads.find(({ batch }) => batch !== '0')!
    const { body } = await world.call('ledger.batch', { shard: head.shard, batch: head.batch })
    expect(body).toMatchObject({ shard: head.shard, batch: '1', hash: head.hash, at: expect.any(Number) })
    expect(BigInt(body.first) >> 48n).toBe(BigInt(head.shard))
    expect(BigInt(body.last)).toBeGreaterThanOrEqual(BigInt(body.first))
  })

  it('returns not_found for a batch that was never written', async () => {
    expect(await world.call('ledger.batch', { shard: 3, batch: '999999999999999999' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
