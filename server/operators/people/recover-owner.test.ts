import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { recoverOwner } from './recover-owner.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from '../test-world.ts'

let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = (await world.enrol(await world.firstToken())).secrete
})
afterAll(() => world.stop())

const recover = (email: string) =>
  world.platform.db.transaction().execute((tx) => recoverOwner(world.context, tx, email))
const tokenOf = (link: string) => link.split('token=')[1]!

it('lets an owner who lost their second factor set up a new one, once, and ends the old sessions', async () => {
  const token = tokenOf(await recover(' Grace@Desk.example'.trim()))
  const back = await world.enrol(token, { pwd: 'a goose over brown water', cpwd: 'a goose over brown water' })
  expect((await world.call('operators.me', {}, { secrete: back.secrete })).body).toMatchObject({
    email: 'grace@desk.example',
    roles: ['owner'],
  })
  expect((await world.call('operators.me', {}, { secrete })).status).toBe(404)
  expect((await world.call('operators.link', { token })).body.code).toBe('link_invalid')
  await world.platform.clock.advance(30_000)
  const totp = totpCodeNow(back.secret, world.platform.clock)
  expect(
    (await world.call('operators.login', { email: 'grace@desk.example', pwd: deskPassword, totp })).body.code,
  ).toBe('wrong_credentials')
  expect((await world.call('audit', { action: 'operators.recover' }, { secrete: back.secrete })).body).toMatchObject([
    { by: 'Tallystick', details: { from: 'the machine' } },
  ])
})

it('replaces an older link, and creates a link only for an owner', async () => {
  const old = tokenOf(await recover('grace@desk.example'))
  const newer = tokenOf(await recover('grace@desk.example'))
  expect((await world.call('operators.link', { token: old })).body.code).toBe('link_invalid')
  expect((await world.call('operators.link', { token: newer })).body.purpose).toBe('renew')
  await expect(recover('stranger@desk.example')).rejects.toMatchObject({ code: 'not_found' })
})
