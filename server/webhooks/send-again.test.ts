import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWebhooksWorld, startReceiver, type Receiver, type WebhooksWorld } from './test-world.ts'

let world: WebhooksWorld
let receiver: Receiver
beforeAll(async () => {
  world = await createWebhooksWorld()
  receiver = await startReceiver()
})
beforeEach(() => void receiver.got.splice(0))
afterAll(async () => {
  await world?.stop()
  await receiver?.stop()
})

const noId = '01890000-0000-7000-8000-000000000000'
const status = (code: number) => {
  receiver.answer = (_request, response) => void response.writeHead(code).end()
}
const codeOf = async (name: string, input: object, secrete: string) =>
  (await world.call(name, { ...input }, { secrete })).body.code

/** Creates a customer with a disabled endpoint. */
async function switchedOff(email: string) {
  const ada = await world.subscribe(email, receiver.url)
  const transfer = await world.credit(ada.customerId)
  status(410)
  await world.webhooks.deliver()
  status(200)
  return { ...ada, event: `tr_${transfer}` }
}

describe("'webhooks.test'", () => {
  it('sends and logs a test event that says that nothing happened', async () => {
    const ada = await world.subscribe('test@example.org', receiver.url)
    const { body } = await world.call('webhooks.test', { id: ada.id }, { secrete: ada.secrete })
    expect(body).toMatchObject({ type: 'success', event: expect.stringMatching(/^test_/) })
    await world.webhooks.deliver()
    expect(receiver.got).toMatchObject([
      { id: body.event, json: { type: 'test', timestamp: '2026-01-05T12:00:00.000Z' } },
    ])
    expect(await world.logOf(ada.secrete)).toMatchObject([
      { event: body.event, type: 'test', state: 'sent', status: 200 },
    ])
  })
  it('refuses with endpoint_not_found, endpoint_off and webhooks_off', async () => {
    const ada = await switchedOff('test-off@example.org')
    const other = await world.signUp('test-other@example.org')
    for (const id of [ada.id, noId, 'x'])
      expect(await codeOf('webhooks.test', { id }, other)).toBe('endpoint_not_found')
    expect(await codeOf('webhooks.test', { id: ada.id }, ada.secrete)).toBe('endpoint_off')
    world.platform.config.webhooks = false
    expect(await codeOf('webhooks.test', { id: ada.id }, ada.secrete)).toBe('webhooks_off')
    world.platform.config.webhooks = true
  })
  it('account_frozen: nothing is queued', async () => {
    const ada = await world.subscribe('test-frozen@example.org', receiver.url)
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    const before = await world.logOf(ada.secrete)
    await world.call('freeze', {}, { secrete: ada.secrete })
    expect(await codeOf('webhooks.test', { id: ada.id }, ada.secrete)).toBe('account_frozen')
    expect(await world.logOf(ada.secrete)).toEqual(before)
  })
  it('refuses with too_many_waiting if a hundred messages are waiting', async () => {
    const ada = await world.subscribe('waiting@example.org', receiver.url)
    for (let turn = 0; turn < 100; turn++)
      expect((await world.call('webhooks.test', { id: ada.id }, { secrete: ada.secrete })).status).toBe(200)
    expect(await codeOf('webhooks.test', { id: ada.id }, ada.secrete)).toBe('too_many_waiting')
  })
})

describe("'webhooks.redeliver'", () => {
  it('sends the same id and body once more', async () => {
    const ada = await world.subscribe('again@example.org', receiver.url)
    const event = `tr_${await world.credit(ada.customerId)}`
    await world.webhooks.deliver()
    expect((await world.call('webhooks.redeliver', { id: ada.id, event }, { secrete: ada.secrete })).status).toBe(200)
    await world.webhooks.deliver()
    const sent = receiver.got.filter(({ id }) => id === event)
    expect(sent.length).toBe(2)
    expect(sent[1]!.body).toBe(sent[0]!.body)
    expect(await world.logOf(ada.secrete)).toMatchObject([{ event, state: 'sent', attempts: 1 }])
  })
  it('account_frozen: nothing is queued', async () => {
    const ada = await world.subscribe('again-frozen@example.org', receiver.url)
    const event = `tr_${await world.credit(ada.customerId)}`
    await world.webhooks.deliver()
    const before = await world.logOf(ada.secrete)
    await world.call('freeze', {}, { secrete: ada.secrete })
    expect(await codeOf('webhooks.redeliver', { id: ada.id, event }, ada.secrete)).toBe('account_frozen')
    expect(await world.logOf(ada.secrete)).toEqual(before)
  })
  it('refuses with endpoint_not_found, delivery_not_found, endpoint_off and webhooks_off', async () => {
    const ada = await switchedOff('again-off@example.org')
    const ben = await world.subscribe('again-other@example.org', receiver.url)
    for (const id of [ada.id, noId, 'x'])
      expect(await codeOf('webhooks.redeliver', { id, event: ada.event }, ben.secrete)).toBe('endpoint_not_found')
    for (const event of [ada.event, 'tr_1', ''])
      expect(await codeOf('webhooks.redeliver', { id: ben.id, event }, ben.secrete)).toBe('delivery_not_found')
    expect(await codeOf('webhooks.redeliver', { id: ada.id, event: ada.event }, ada.secrete)).toBe('endpoint_off')
    world.platform.config.webhooks = false
    expect(await codeOf('webhooks.redeliver', { id: ada.id, event: ada.event }, ada.secrete)).toBe('webhooks_off')
    world.platform.config.webhooks = true
  })
})
