import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { origin, withApp } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const waiting = async () =>
  (
    await world.platform.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount

it.each(['keys.make', 'recovery.renew'])(
  '%s returns not_signed_in if a new password has ended its session, and adds no way to sign in',
  async (name) => {
    const email = `${name.replace('.', '-')}-late@example.org`
    const { secrete, recovery } =
      name === 'recovery.renew' ? await withApp(world, email) : { secrete: await world.signUp(email), recovery: [] }
    const { id } = (await world.call('user', {}, { secrete })).body
    const password = await world.platform.pool.connect()
    await password.query('BEGIN')
    await password.query('UPDATE identity.customer SET password_hash = password_hash WHERE id = $1', [id])
    const late = world.call(
      name,
      { name: 'Robot', pwd: goodPassword, recovery: recovery[0] ?? '' },
      { secrete, headers: { origin } },
    )
    await expect.poll(waiting).toBe(1)
    await password.query('DELETE FROM identity.session WHERE customer_id = $1', [id])
    await password.query('COMMIT')
    password.release()
    expect((await late).body).toMatchObject({ code: 'not_signed_in' })
  },
)
