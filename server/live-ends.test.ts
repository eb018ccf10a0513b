import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { liveCloseCodes } from '../api/live.ts'
import { startAccessWorld, testPassword, type AccessWorld } from './test-access.ts'

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.stop())

type Live = { closed: Promise<{ code: number; atMs: number }>; heard: (kind: string) => Promise<number> }

/** Opens a connection as a page or a program does, and resolves when the server welcomes this session. */
async function connect(secrete: string): Promise<Live> {
  const socket = new WebSocket(`${world.app.url.replace(/^http/, 'ws')}/live`)
  const kinds: string[] = []
  const waiting: (() => void)[] = []
  const welcomed = new Promise<string>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { kind: string; session?: string }
      if (message.kind === 'welcome') resolve(message.session!)
      kinds.push(message.kind)
      for (const wake of waiting.splice(0)) wake()
    })
  })
  const closed = new Promise<{ code: number; atMs: number }>((resolve) =>
    socket.on('close', (code) => resolve({ code, atMs: performance.now() })),
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ kind: 'hello', secrete }))
  expect(await welcomed).toBe('customer')
  const heard = async (kind: string) => {
    while (!kinds.includes(kind)) await new Promise<void>((resolve) => void waiting.push(resolve))
    return performance.now()
  }
  return { closed, heard }
}

const proof = { pwd: testPassword }
const succeeded = ({ status }: { status: number }) => expect(status).toBe(200)
const signIn = async (email: string): Promise<string> =>
  (await world.send('login', { email, pwd: testPassword })).body.secrete
const idOf = async (secrete: string): Promise<string> => (await world.send('user', {}, { secrete })).body.id

/** Expects that `work` closes a connection within a second. */
async function endsWithinASecond(live: Live, work: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now()
  const [{ code, atMs }] = await Promise.all([live.closed, work()])
  expect(code).toBe(liveCloseCodes.signedOut.code)
  expect(atMs - startedMs).toBeLessThan(1_000)
}

describe('an open connection closes within a second', () => {
  it('after its session signs out', async () => {
    const secrete = await world.signUp('out@example.org')
    await endsWithinASecond(await connect(secrete), async () => succeeded(await world.send('signout', {}, { secrete })))
  })

  it('after another session, which stays connected, ends its session', async () => {
    const first = await world.signUp('others@example.org')
    const second = await signIn('others@example.org')
    const [one, two] = [await connect(first), await connect(second)]
    await endsWithinASecond(one, async () =>
      succeeded(await world.send('sessions.revoke', { ...proof }, { secrete: second })),
    )
    expect(
      await Promise.race([two.closed, world.send('user', {}, { secrete: second }).then(({ status }) => status)]),
    ).toBe(200)
  })

  it('after its API key is revoked', async () => {
    const secrete = await world.signUp('key@example.org')
    const { id, key } = (await world.send('keys.make', { name: 'Robot', ...proof }, { secrete })).body
    await endsWithinASecond(await connect(key), async () =>
      succeeded(await world.send('keys.revoke', { id }, { secrete })),
    )
  })

  it('after an operator signs the customer out', async () => {
    const secrete = await world.signUp('signed-out@example.org')
    const id = await idOf(secrete)
    const desk = await world.addOperator('compliance')
    await endsWithinASecond(await connect(secrete), async () =>
      succeeded(await world.send('customers.signout', { id, reason: 'a lost phone' }, { secrete: desk.secrete })),
    )
  })

  it('after its account closes', async () => {
    const secrete = await world.signUp('closing@example.org')
    await endsWithinASecond(await connect(secrete), async () =>
      succeeded(await world.send('close', { giveup: true, ...proof }, { secrete })),
    )
  })
})

describe('an open connection is notified within a second', () => {
  it('when an operator freezes the account, which stays readable', async () => {
    const secrete = await world.signUp('frozen@example.org')
    const id = await idOf(secrete)
    const desk = await world.addOperator('compliance')
    const live = await connect(secrete)
    const startedMs = performance.now()
    const [heardMs] = await Promise.all([
      live.heard('changed'),
      world
        .send('customers.freeze', { id, reason: 'a check of the account' }, { secrete: desk.secrete })
        .then(succeeded),
    ])
    expect(heardMs - startedMs).toBeLessThan(1_000)
    expect((await world.send('user', {}, { secrete })).status).toBe(200)
  })
})
