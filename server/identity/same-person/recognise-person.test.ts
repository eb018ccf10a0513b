import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomersDesk, type CustomersDesk } from '../desk/test-world.ts'
import { goodPassword } from '../test-world.ts'

let desk: CustomersDesk
beforeAll(async () => {
  desk = await createCustomersDesk()
})
afterAll(() => desk.stop())

const close = (secrete: string) => desk.call('close', { pwd: goodPassword, giveup: true }, { secrete })
const manage = (name: string, input: object) =>
  desk.call(name, { reason: 'a good reason', ...input }, { secrete: desk.compliance.secrete })
const shown = async (id: string) => (await manage('customers.show', { id })).body
const signUp = async (email: string, details: Record<string, string> = {}) => {
  const secrete = await desk.world.signUp(email, { cur: 'USD', ...details })
  const { id, balance } = (await desk.call('user', {}, { secrete })).body
  return { id, secrete, balance }
}

describe("'close' of a restricted account", () => {
  it('returns under_review while an operator or a product rule keeps it frozen, and erases nothing', async () => {
    const thief = await signUp('frozen@example.org')
    await manage('customers.note', { id: thief.id, words: 'Seen twice.' })
    await manage('customers.freeze', { id: thief.id })
    expect(await close(thief.secrete)).toMatchObject({ status: 403, body: { code: 'under_review' } })
    expect(await shown(thief.id)).toMatchObject({
      closed: false,
      email: 'frozen@example.org',
      freeze: { reason: 'a good reason' },
      notes: [{ words: 'Seen twice.' }],
    })
    await manage('customers.unfreeze', { id: thief.id })
    expect((await close(thief.secrete)).status).toBe(200)
  })

  it('returns under_review while it is flagged for suspected crime, without revealing the flag', async () => {
    const suspect = await signUp('suspect@example.org')
    await manage('customers.flag', { id: suspect.id, flag: 'crime', set: true })
    const { body } = await close(suspect.secrete)
    expect(body).toMatchObject({ code: 'under_review' })
    expect(body.msg).not.toMatch(/flag|crime/i)
  })

  it('works for customers who froze the account themselves', async () => {
    const careful = await signUp('careful@example.org')
    await desk.call('freeze', {}, { secrete: careful.secrete })
    expect((await close(careful.secrete)).status).toBe(200)
  })
})

describe("'register' of a returning person", () => {
  it.each([
    ['the same address', 'back@example.org', 'back@example.org', {}, {}],
    ['the same mailbox', 'plus+1@example.org', 'plus+2@example.org', {}, {}],
    [
      'the same phone number and name',
      'one@example.org',
      'two@example.com',
      { phone: '+447400999001', name: 'Zoe Byron' },
      { phone: '+447400999001', name: 'BYRON, Zoë' },
    ],
  ])(
    'with %s pays no second practice grant, and keeps the flags and notes',
    async (_by, before, address, was, details) => {
      const first = await signUp(before, was)
      await manage('customers.flag', { id: first.id, flag: 'watch', set: true })
      await manage('customers.note', { id: first.id, words: 'Asked for a third grant.' })
      expect((await close(first.secrete)).status).toBe(200)
      expect(await shown(first.id)).toMatchObject({
        closed: true,
        name: '',
        flags: ['watch'],
        notes: [{ words: 'Asked for a third grant.' }],
      })
      const second = await signUp(address, details)
      expect(second.balance).toBe('0.00')
      const seen = await shown(second.id)
      expect(seen.flags).toEqual(['watch'])
      expect(seen.facts).toContainEqual(
        expect.objectContaining({
          label: 'Other accounts of this person',
          value: expect.stringContaining(`${first.id} (closed)`),
        }),
      )
      await close(second.secrete)
    },
  )

  it('pays only one grant for many addresses that share a mailbox, even concurrently', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map((turn) => signUp(`farm+${turn}@example.org`)))
    expect(accounts.map(({ balance }) => balance).sort()).toEqual(['0.00', '0.00', '0.00', '10000.00'])
  })

  it('pays a grant to everyone at a school that shares a phone number', async () => {
    const [one, two] = [
      await signUp('one@school.example', { phone: '+447400999002', name: 'Ann One' }),
      await signUp('two@school.example', { phone: '+447400999002', name: 'Ben Two' }),
    ]
    expect([one.balance, two.balance]).toEqual(['10000.00', '10000.00'])
  })

  it('freezes the new account while an operator’s freeze is active on another', async () => {
    const first = await signUp('other-held@example.org')
    await manage('customers.freeze', { id: first.id })
    const second = await signUp('other-held+2@example.org')
    expect(await shown(second.id)).toMatchObject({ frozen: 'operator' })
  })

  it('gives everyone who requests a code the same response', async () => {
    const answers = await Promise.all(
      ['held+3@example.org', 'never-seen@example.org'].map((email) => desk.call('regcode', { email, name: 'Ada' })),
    )
    expect(answers.map(({ status, body }) => [status, String(body).length])).toEqual([
      [200, 40],
      [200, 40],
    ])
  })
})

it('deletes a closed account’s marks once none of them is needed', { timeout: 30_000 }, async () => {
  const later = await createCustomersDesk()
  const { pool, clock, jobs } = later.world.platform
  const afterDays = async (days: number) => {
    await pool.query(`UPDATE identity.customer SET closed_at = closed_at - make_interval(days => ${days - 1})`)
    await clock.advance(86_400_000)
    const { rows } = await pool.query('SELECT DISTINCT customer_id AS id FROM identity.person_mark')
    return rows.map(({ id }) => id)
  }
  try {
    await jobs.start()
    const [granted, flagged] = [
      await later.customer('granted@example.org'),
      await later.customer('flagged@example.org'),
    ]
    await later.call(
      'customers.flag',
      { id: flagged.id, flag: 'watch', set: true },
      { secrete: later.compliance.secrete },
    )
    for (const { secrete } of [granted, flagged])
      await later.call('close', { pwd: goodPassword, giveup: true }, { secrete })
    expect((await afterDays(700)).sort()).toEqual([granted.id, flagged.id].sort())
    expect(await afterDays(32)).toEqual([flagged.id])
    expect(await afterDays(1_200)).toEqual([])
  } finally {
    await later.stop()
  }
})
