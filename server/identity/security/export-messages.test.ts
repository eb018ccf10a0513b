import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator } from '../../operators/test-operator.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
let network = 1
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const write = async (email: string, subject: string, secrete?: string) => {
  const input = { name: 'Ada', email, subject, content: 'How do I begin?' }
  const answer = await world.call('contactus', input, { ...(secrete && { secrete }), ip: `198.51.100.${network++}` })
  expect(answer.status).toBe(200)
}
const exported = async (secrete: string): Promise<string[]> => {
  const { body } = await world.call('export', { pwd: goodPassword }, { secrete })
  return body.operators.messages.map(({ subject }: { subject: string }) => subject).sort()
}
async function moveTo(secrete: string, email: string) {
  const { token } = (await world.call('details.code', { email }, { secrete })).body
  const proof = { token, vcode: world.codeMailedTo(email), pwd: goodPassword }
  expect((await world.call('details.change', { field: 'email', value: email, ...proof }, { secrete })).status).toBe(200)
}
async function correct(customer: string, email: string) {
  const [one, two] = [await addOperator(world.platform, 'compliance'), await addOperator(world.platform, 'finance')]
  const input = { id: customer, field: 'email', value: email, reason: 'typing error' }
  expect((await world.call('customers.correct', input, { secrete: one.secrete })).status).toBe(200)
  const [{ id }] = (await world.call('operators.approvals', {}, { secrete: two.secrete })).body
  expect((await world.call('operators.approve', { id }, { secrete: two.secrete })).status).toBe(200)
}

it('exports contact messages from each proven address, even after a change', async () => {
  await write('first@example.org', 'before the account')
  const secrete = await world.signUp('first@example.org')
  await write('first@example.org', 'from the first address')
  await world.platform.clock.advance(1000)
  await moveTo(secrete, 'second@example.org')
  await write('second@example.org', 'from the second address')
  expect(await exported(secrete)).toEqual(['before the account', 'from the first address', 'from the second address'])
  const { body } = await world.call('export', { pwd: goodPassword }, { secrete })
  expect(body.profile.formerEmails).toMatchObject([{ email: 'first@example.org' }])
})

it('exports messages that a customer sent while signed in, from any address, only to that customer', async () => {
  const [ben, eve] = [await world.signUp('ben@example.org'), await world.signUp('eve@example.org')]
  await write('somewhere-else@example.org', 'written by Ben', ben)
  await write('ben@example.org', 'written by Eve', eve)
  expect(await exported(ben)).toEqual(['written by Ben'])
  expect(await exported(eve)).toEqual(['written by Eve'])
})

it('omits messages that others send from an address that the customer no longer uses', async () => {
  const secrete = await world.signUp('given-up@example.org')
  await world.platform.clock.advance(1000)
  await moveTo(secrete, 'kept@example.org')
  await world.platform.clock.advance(1000)
  await write('given-up@example.org', 'the next owner')
  expect(await exported(secrete)).toEqual([])
})

it('omits messages from an address that an operator set, until the customer proves it', async () => {
  const first = await world.signUp('misspelt@example.org')
  const { customerId } = (await world.identity.sessionOf(first))!
  await write('stranger@example.org', 'a stranger')
  await correct(customerId, 'stranger@example.org')
  const secrete = (await world.call('login', { email: 'stranger@example.org', pwd: goodPassword })).body.secrete
  expect(await exported(secrete)).toEqual([])
  const resetcode = (await world.call('resetcode', { email: 'stranger@example.org' })).body.split('-')[1]
  const input = {
    email: 'stranger@example.org',
    pwd: goodPassword,
    cpwd: goodPassword,
    vcode: world.codeMailedTo('stranger@example.org'),
  }
  const reset = await world.call('reset', input, { headers: { resetcode } })
  expect(await exported(reset.body.secrete)).toEqual(['a stranger'])
})

it('removes the links to an account’s messages, and its former addresses, when it closes', async () => {
  const secrete = await world.signUp('leaving@example.org')
  const { customerId } = (await world.identity.sessionOf(secrete))!
  await write('leaving@example.org', 'farewell', secrete)
  await moveTo(secrete, 'left@example.org')
  const kept = async () => {
    const text = `SELECT (SELECT count(*)::int FROM operators.message WHERE customer_id = $1) AS messages,
         (SELECT count(*)::int FROM identity.former_email WHERE customer_id = $1) AS emails`
    return (await world.platform.pool.query(text, [customerId])).rows[0]
  }
  expect(await kept()).toEqual({ messages: 1, emails: 1 })
  expect((await world.call('close', { pwd: goodPassword, giveup: true }, { secrete })).status).toBe(200)
  expect(await kept()).toEqual({ messages: 0, emails: 0 })
})
