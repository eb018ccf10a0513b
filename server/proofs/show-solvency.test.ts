import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { climb, type Proof } from '../../scripts/verify/solvency.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { createProofsWorld, type ProofsWorld } from './test-world.ts'

let world: ProofsWorld

beforeAll(async () => {
  world = await createProofsWorld()
})
afterAll(() => world.stop())

describe("'solvency' and 'solvency.proof'", () => {
  it('return no proof before the first statement, or for customers who joined later', async () => {
    expect((await world.call('solvency')).body).toBeNull()
    const early = await world.customerWith({ USD: 5n })
    expect((await world.call('solvency.proof', {}, { secrete: early })).body.code).toBe('not_found')
    await world.proofs.makeStatement()
    const late = await world.customerWith({ USD: 5n })
    expect((await world.call('solvency.proof', {}, { secrete: late })).status).toBe(404)
  })

  it('compare the total owed with the reserves, which every customer can check', async () => {
    const people = [
      await world.customerWith({ USD: 10_00n, BTC: 3n }),
      await world.customerWith({ USD: 7n }),
      await world.customerWith({ BTC: 40n }),
      await world.customerWith({ USD: 1n }),
    ]
    expect(await world.nextDay()).toBe(true)
    const { body } = await world.call('solvency')
    expect(body.assets.find(({ asset }: { asset: string }) => asset === 'BTC')).toMatchObject({
      owed: '0.00000043',
      held: '50.00000000',
      heldAs: 'chain',
    })
    expect(body.assets.find(({ asset }: { asset: string }) => asset === 'USD')).toMatchObject({
      owed: '10.18',
      held: null,
      heldAs: 'none',
    })
    expect(body.heads).toHaveLength(32)
    for (const secrete of people) {
      const proof = (await world.call('solvency.proof', {}, { secrete })).body
      expect(world.verify(proof, body.root)).toContain('out of a total of BTC:43,USD:1018')
    }
  })

  it('count the stakes of open trades as owed, even for customers who hold nothing else', async () => {
    const [person, gambler] = [await world.customerWith({ USD: 100n }), await world.customerWith({})]
    const simulated = await world.customerWith({})
    world.simulated.add(simulated)
    await world.nextDay()
    const owed = async () =>
      Number((await world.call('solvency')).body.assets.find(({ asset }: { asset: string }) => asset === 'USD').owed)
    const before = await owed()
    world.stakes.push(
      ...[person, gambler, simulated].map((owner) => ({ owner, asset: 'USD' as const, balanceMinor: 1_000n })),
    )
    await world.nextDay()
    expect(await owed()).toBeCloseTo(before + 20, 2)
    for (const [secrete, totals] of [
      [person, 'USD:1100'],
      [gambler, 'USD:1000'],
    ] as const) {
      expect((await world.call('solvency.proof', {}, { secrete })).body.totals).toBe(totals)
    }
    world.stakes.length = 0
  })

  it('publish the head of the audit log together with those of the ledger', async () => {
    await world.nextDay()
    expect((await world.call('solvency')).body.audit).toEqual({ entries: 3, hash: 'ab'.repeat(32) })
  })

  it('exclude the balances of simulated accounts', async () => {
    const expert = await world.customerWith({ USD: 1_000_000n })
    world.simulated.add(expert)
    await world.nextDay()
    expect((await world.call('solvency.proof', {}, { secrete: expert })).body.code).toBe('not_found')
    expect(
      (await world.call('solvency')).body.assets.find(({ asset }: { asset: string }) => asset === 'USD').owed,
    ).not.toMatch(/^1\d{4}/)
  })

  it('fail to verify if an amount was changed', async () => {
    const person = await world.customerWith({ USD: 100n })
    await world.nextDay()
    const proof = (await world.call('solvency.proof', {}, { secrete: person })).body
    expect(world.verify({ ...proof, totals: 'USD:99' }, proof.root)).toContain('does NOT')
    expect(world.verify(proof, 'f'.repeat(64))).toContain('does NOT')
  })

  it('fail to verify if any value was changed, except the day if no URL is given', async () => {
    const person = await world.customerWith({ USD: 100n, BTC: 7n })
    await world.nextDay()
    const proof = (await world.call('solvency.proof', {}, { secrete: person })).body as Proof
    const accepts = (altered: Proof) => {
      try {
        return altered.format === proof.format && climb(altered, proof.root).holds
      } catch {
        return false
      }
    }
    expect(accepts(proof)).toBe(true)
    expect(proof.path.length).toBeGreaterThan(0)
    // Only the URL of the installation can verify the day.
    expect(await unnoticedFlips(proof, accepts, { others: { 'path.*.side': ['left', 'right'] } })).toEqual(['day'])
  })

  it('match only the public statement of their day', async () => {
    const person = await world.customerWith({ USD: 100n })
    await world.nextDay()
    const { body: proof } = await world.call('solvency.proof', {}, { secrete: person })
    await world.nextDay()
    expect(await world.verifyAtAddress(proof)).toContain(`The proof holds: on ${proof.day} you were owed USD:100`)
    const later = (await world.call('solvency')).body.day
    expect(await world.verifyAtAddress({ ...proof, day: later })).toContain('does NOT')
    expect(await world.verifyAtAddress({ ...proof, day: '2020-01-01' })).toContain('has no statement for 2020-01-01')
  })

  it('are never verified against the root in the same file', async () => {
    const person = await world.customerWith({ USD: 100n })
    await world.nextDay()
    expect(world.verify((await world.call('solvency.proof', {}, { secrete: person })).body)).toBe('')
  })

  it('are available for any day, with the customer’s proof', async () => {
    const person = await world.customerWith({ USD: 100n })
    await world.nextDay()
    const { body: first } = await world.call('solvency')
    await world.nextDay()
    const { body: second } = await world.call('solvency')
    expect(second.root).not.toBe(first.root)
    expect((await world.call('solvency', { day: first.day })).body).toEqual(first)
    const { body: proof } = await world.call('solvency.proof', { day: first.day }, { secrete: person })
    expect([proof.day, proof.root]).toEqual([first.day, first.root])
    expect(world.verify(proof, first.root)).toContain('The proof holds')
    expect((await world.call('solvency', { day: '2020-01-01' })).body).toBeNull()
  })
})
