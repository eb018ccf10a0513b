import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIdentityWorld, registration, type IdentityWorld } from './test-world.ts'

/** Calls must take as long for a known address as for an unknown one, or their time tells who is a customer (targets.md S5). */

const pairs = 24
let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
  for (let turn = 0; turn <= pairs; turn++) {
    const { customerId } = await world.identity.addCustomer({ email: `known${turn}@example.org`, name: 'Ada', country: 'GB', phone: '07400 123456', currency: 'USD' })
    expect(customerId).toBeTruthy()
  }
})
afterAll(() => world.stop())

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/**
 * Known and unknown in turn, each against an address and a network of its own; the first pair warms up. A missing hash
 * makes the medians differ by 20 times or more, a missing look-up or write by half: a bound of 1.6 either way catches the
 * first for certain, and noise does not reach it because the pairs alternate.
 */
async function ratioOf(work: (email: string, ip: string) => Promise<unknown>): Promise<number> {
  const known: number[] = []
  const unknown: number[] = []
  for (let turn = 0; turn <= pairs; turn++) {
    const ip = `10.${turn}.1.1`
    const first = await milliseconds(() => work(`known${turn}@example.org`, ip))
    const second = await milliseconds(() => work(`someone${turn}@example.org`, ip))
    if (turn > 0) (known.push(first), unknown.push(second))
  }
  return median(known) / median(unknown)
}

it.each([
  ['login', (email: string, ip: string) => world.call('login', { email, pwd: 'wrong password' }, { ip })],
  ['regcode', (email: string, ip: string) => world.call('regcode', { email, name: 'Ada' }, { ip })],
  ['resetcode', (email: string, ip: string) => world.call('resetcode', { email }, { ip })],
])('%s takes as long for a known address as for an unknown one', async (_name, work) => {
  const ratio = await ratioOf(work)
  expect(ratio).toBeGreaterThan(1 / 1.6)
  expect(ratio).toBeLessThan(1.6)
})

it('register and reset refuse a wrong code as fast for a known address as for an unknown one', async () => {
  for (const [ask, use, header] of [['regcode', 'register', 'code'], ['resetcode', 'reset', 'resetcode']] as const) {
    const tokens = new Map<string, string>()
    await world.platform.clock.advance(3_600_000)
    for (let turn = 0; turn <= pairs; turn++) {
      for (const email of [`known${turn}@example.org`, `someone${turn}@example.org`]) {
        tokens.set(email, String((await world.call(ask, { email, name: 'Ada' })).body).replace('success-', ''))
      }
    }
    const ratio = await ratioOf(async (email, ip) => {
      const answer = await world.call(use, registration(email, { vcode: 'wrong' }), { ip, headers: { [header]: tokens.get(email)! } })
      expect(answer.body).toMatchObject({ code: 'code_wrong' })
    })
    expect(ratio).toBeGreaterThan(1 / 1.6)
    expect(ratio).toBeLessThan(1.6)
  }
})
