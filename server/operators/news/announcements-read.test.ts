import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator } from '../test-operator.ts'
import { uuidv7 } from '../../platform/random.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../../identity/test-world.ts'

let world: IdentityWorld
let desk: { secrete: string }
let ada: string
let ben: string
beforeAll(async () => {
  world = await createIdentityWorld()
  desk = await addOperator(world.platform, 'support')
  ada = await world.signUp('ada@example.org')
  ben = await world.signUp('ben@example.org')
})
afterAll(() => world.stop())

const publish = async (title: string): Promise<string> =>
  (await world.call('announcements.publish', { title, words: 'Please read.', mustSee: true }, desk)).body.id
const confirm = (id: string, secrete: string) => world.call('announcements.confirm', { id }, { secrete })
const own = async (secrete: string) => (await world.call('announcements.own', {}, { secrete })).body
const readBy = async (id: string) =>
  (await world.call('announcements.list', {}, desk)).body.find((one: { id: string }) => one.id === id).readBy

it("'announcements' lists those for customers only to customers, with the language that pages filter by", async () => {
  const input = { title: 'Only for you', words: 'Please read.', audience: 'customers', language: 'de' }
  const { id } = (await world.call('announcements.publish', input, desk)).body
  const listed = async (secrete?: string) =>
    (await world.call('announcements', {}, secrete ? { secrete } : {})).body.find(
      (one: { id: string }) => one.id === id,
    )
  expect(await listed()).toBeUndefined()
  expect(await listed(ada)).toMatchObject({ audience: 'customers', language: 'de' })
  for (const wrong of [{ audience: 'nobody' }, { language: 'xx' }])
    expect((await world.call('announcements.publish', { ...input, ...wrong }, desk)).body.code).toBe('bad_input')
  await world.call('announcements.withdraw', { id }, desk)
})

it("'announcements.confirm' counts each customer once; 'announcements.own' lists only the customer’s own", async () => {
  const [rules, other] = [await publish('New rules'), await publish('Other rules')]
  for (const answer of [await confirm(rules, ada), await confirm(rules, ada)]) expect(answer.status).toBe(200)
  expect(await own(ada)).toEqual([rules])
  expect(await own(ben)).toEqual([])
  await confirm(rules, ben)
  expect([await readBy(rules), await readBy(other)]).toEqual([2, 0])
})

it("'announcements.confirm' and 'announcements.own' treat a withdrawn announcement as missing: not_found", async () => {
  const unknown = uuidv7(world.platform.clock.nowMs(), world.platform.random)
  expect((await confirm(unknown, ada)).body.code).toBe('not_found')
  const id = await publish('Taken down')
  await confirm(id, ada)
  await world.call('announcements.withdraw', { id }, desk)
  expect((await confirm(id, ben)).body.code).toBe('not_found')
  expect(await own(ada)).not.toContain(id)
})

it('includes a confirmation in the customer’s export, and deletes it when the account closes', async () => {
  const secrete = await world.signUp('cleo@example.org')
  const id = await publish('Last words')
  await confirm(id, secrete)
  const { body } = await world.call('export', { pwd: goodPassword }, { secrete })
  expect(body.operators.announcementsRead).toEqual([{ title: 'Last words', at: expect.stringMatching(/^\d{4}-/) }])
  expect((await world.call('close', { pwd: goodPassword, giveup: true }, { secrete })).status).toBe(200)
  expect(await readBy(id)).toBe(0)
})
