import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodPassword } from '../identity/test-world.ts'
import { createWebhooksWorld, type WebhooksWorld } from './test-world.ts'

let world: WebhooksWorld
let folder: string
let receiver: ChildProcess | undefined
beforeAll(async () => {
  world = await createWebhooksWorld()
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-receiver-'))
})
afterAll(async () => {
  if (receiver?.exitCode === null && receiver.kill()) await once(receiver, 'exit')
  rmSync(folder, { recursive: true, force: true })
  await world?.stop()
})

/** Returns the program in docs/how-to/receive-webhooks.md. */
function programOfDocument(): string {
  const text = readFileSync(new URL('../../docs/how-to/receive-webhooks.md', import.meta.url), 'utf8')
  return /```js\n([\s\S]*?)```/.exec(text)![1]!
}

it('the documented receiver accepts our messages, refuses forged ones, and drops duplicates', async () => {
  const secrete = await world.signUp('ada@example.org')
  const { id: customerId } = (await world.call('user', {}, { secrete })).body
  writeFileSync(path.join(folder, 'receiver.mjs'), programOfDocument())
  const { id, secret } = await addEndpointLater(secrete)
  const transfer = await world.credit(customerId)
  await world.webhooks.deliver()
  expect(await nextLine()).toBe(`tr_${transfer} transfer.practice_grant`)
  await world.call('webhooks.redeliver', { id, event: `tr_${transfer}` }, { secrete: secrete })
  await world.call('webhooks.test', { id }, { secrete: secrete })
  await world.webhooks.deliver()
  // The duplicate printed nothing.
  expect(await nextLine()).toMatch(/^test_\S+ test$/)
  const log = (await world.call('webhooks', {}, { secrete: secrete })).body.endpoints[0].deliveries
  expect(log.map(({ state, status }: { state: string; status: number }) => ({ state, status }))).toEqual(
    Array(2).fill({ state: 'sent', status: 204 }),
  )
  const forged = {
    'webhook-id': 'tr_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${secret}`,
  }
  for (const headers of [forged, {}])
    expect(
      (await fetch(address, { method: 'POST', headers: headers as Record<string, string>, body: '{}' })).status,
    ).toBe(401)
})

let address: string
let nextLine: () => Promise<string>

/**
 * The receiver needs the secret, and the endpoint needs the receiver's port. The receiver is therefore started twice on
 * the same port, the second time with the secret.
 */
async function addEndpointLater(secrete: string): Promise<{ id: string; secret: string }> {
  await start('whsec_AAAA', '0')
  const { id, secret } = (await world.call('webhooks.add', { url: address, pwd: goodPassword }, { secrete })).body
  const { port } = new URL(address)
  receiver!.kill()
  await once(receiver!, 'exit')
  await start(secret, port)
  return { id, secret }
}

async function start(secret: string, port: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(folder, 'receiver.mjs')], {
    env: { WEBHOOK_SECRET: secret, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receiver = child
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  nextLine = async () => String((await lines.next()).value)
  address = `http://127.0.0.1:${(await nextLine()).replace('listening on port ', '')}/`
}
