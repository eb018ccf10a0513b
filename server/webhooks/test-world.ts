import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityCalls } from '../../api/calls/identity/identity.ts'
import { securityCalls } from '../../api/calls/identity/security.ts'
import { webhooksCalls } from '../../api/calls/webhooks/webhooks.ts'
import { serveCalls, type TestApi } from '../../tests/harness.ts'
import type { Ledger } from '../ledger/public.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../identity/test-world.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRoute, type Route } from './post-message.ts'
import { createWebhooks, type Webhooks } from './public.ts'

export type Received = { path: string; id: string; timestamp: string; signature: string; body: string; json: any }

/** A customer's program on loopback that records the requests it receives. */
export type Receiver = {
  url: string
  got: Received[]
  /** Responds to a request, by default with status 200. A test may replace it. */
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    got: [],
    answer: (_request, response) => void response.end('ok'),
    stop: async () => {},
  }
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const header = (name: string) => String(request.headers[name])
    receiver.got.push({
      path: request.url!,
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body,
      json: JSON.parse(body),
    })
    receiver.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return receiver
}

export type WebhooksWorld = IdentityWorld & {
  webhooks: Webhooks
  /** Simulates another process on the same database. */
  otherProcess(route?: Partial<Route>): Webhooks
  /** Registers a customer with an endpoint at `url`. */
  subscribe(email: string, url: string): Promise<{ secrete: string; id: string; secret: string; customerId: string }>
  /** Credits 1.00 to a customer's trading account. Returns the transfer's id. */
  credit(customerId: string): Promise<bigint>
  logOf(secrete: string): Promise<any[]>
}

/**
 * Runs webhooks with identity and the ledger, and allows endpoints on loopback. `route` overrides how messages reach
 * the endpoints.
 */
export async function createWebhooksWorld(
  route: Partial<Route> = {},
  changeLedger: (ledger: Ledger) => Partial<Ledger> = () => ({}),
): Promise<WebhooksWorld> {
  const world = await createIdentityWorld()
  const { identity, operators, platform } = world
  const ledger = { ...world.ledger, ...changeLedger(world.ledger) }
  const routeOf = (more: Partial<Route>): Route => ({ ...createRoute({ loopback: true }), ...route, ...more })
  const webhooks = createWebhooks(platform, { identity, ledger }, routeOf({}))
  const others: Webhooks[] = []
  const api: TestApi = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    { ...identityCalls, ...securityCalls, ...webhooksCalls },
    { ...identity.calls, ...webhooks.calls },
    identity.sessionOf,
    operators.operatorOf,
    undefined,
    identity.guard,
  )
  return {
    ...world,
    webhooks,
    api,
    call: api.call,
    otherProcess(more = {}) {
      const neighbours = { ledger, identity: { ...identity, addExporter: () => {}, onClosed: () => {} } }
      const other = createWebhooks({ ...platform, metrics: createMetrics(false) }, neighbours, routeOf(more))
      others.push(other)
      return other
    },
    async subscribe(email, url) {
      const secrete = await world.signUp(email)
      const { status, body } = await api.call('webhooks.add', { url, pwd: goodPassword }, { secrete })
      if (status !== 200) throw new Error(JSON.stringify(body))
      const customerId = (await api.call('user', {}, { secrete })).body.id
      return { secrete, id: body.id, secret: body.secret, customerId }
    },
    async credit(customerId) {
      const [posted] = await ledger.post([
        {
          debit: { house: 'practice_grants' },
          credit: { owner: customerId, code: 'trading' },
          asset: 'GBP',
          amountMinor: 100n,
          kind: 'practice_grant',
        },
      ])
      return posted!.id
    },
    logOf: async (secrete) => (await api.call('webhooks', {}, { secrete })).body.endpoints[0].deliveries,
    async stop() {
      for (const one of [webhooks, ...others]) await one.stop()
      await api.stop()
      await world.stop()
    },
  }
}
