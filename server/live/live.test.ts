import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { liveFromServer, type LiveFromServer } from '../../api/live.ts'
import { createTestPlatform } from '../../tests/harness.ts'
import { createMarkets, scriptedSource } from '../markets/public.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createLive } from './public.ts'

it('sends the stored prices and the events that modules publish, until it stops', async () => {
  const platform = await createTestPlatform()
  const source = scriptedSource(['BTCUSD'])
  const markets = createMarkets(platform, { source })
  const live = createLive(platform, { markets })
  const http = await createHttpServer(platform)
  live.register(http, () => ({ sessionId: 's1', customerId: 'ada', shard: 0 }))
  await live.start()
  await markets.start()
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = new WebSocket(`ws://127.0.0.1:${(http.server.address() as AddressInfo).port}/live`)
  const messages: LiveFromServer[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    messages.push(liveFromServer.parse(JSON.parse(String(data))))
    wake()
  })
  const until = async (fits: (message: LiveFromServer) => boolean) => {
    while (!messages.some(fits)) await new Promise<void>((resolve) => void (wake = resolve))
  }
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ kind: 'hello', secrete: 'good' }))
  socket.send(JSON.stringify({ kind: 'subscribe', symbols: ['BTCUSD'] }))
  await until(({ kind }) => kind === 'welcome')
  await until((message) => message.kind === 'status' && message.state === 'stale')

  source.push({ symbol: 'BTCUSD', atMs: platform.clock.nowMs(), bid: 5_999_995, ask: 6_000_005, price: 6_000_000 })
  source.through(platform.clock.nowMs())
  await markets.flush()
  await until((message) => message.kind === 'ticks' && message.ticks[0]!.seq === 1)
  await until((message) => message.kind === 'status' && message.state === 'live')
  platform.bus.publish('customer.changed', { customerId: 'ada', calls: ['user'] })
  await until((message) => message.kind === 'changed' && message.calls[0] === 'user')

  const closed = new Promise((resolve) => void socket.on('close', resolve))
  await live.stop()
  expect(await closed).toBe(1001)
  await markets.stop()
  await http.close()
  await platform.stop()
})
