import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { drainBody } from './unread-bodies.ts'

let stop: (() => Promise<unknown>) | undefined
afterEach(() => stop?.())

/**
 * Starts a server that refuses every body and drains it within the given bounds. `closed` resolves when the server has
 * closed its first connection.
 */
async function refusing(bounds: Parameters<typeof drainBody>[1]): Promise<{ port: number; closed: Promise<unknown> }> {
  const refuse: RequestListener = (request, response) => {
    drainBody(request, bounds)
    response.writeHead(413, { 'content-length': 2 }).end('no')
  }
  const server = createServer(refuse).listen(0, '127.0.0.1')
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  await once(server, 'listening')
  stop = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { port: (server.address() as AddressInfo).port, closed }
}

const answers = (said: string) => said.match(/HTTP\/1\.1 413/g)?.length ?? 0
const head = (length: number | 'endless', connection = 'keep-alive') =>
  `POST / HTTP/1.1\r\nhost: here\r\nconnection: ${connection}\r\n` +
  `${length === 'endless' ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n\r\n`

/**
 * Connects a client that sends `first`, then sends the result of `next` whenever it receives something, and never
 * closes the connection. Returns everything that it received by the time the server closes.
 */
async function talk(
  { port, closed }: Awaited<ReturnType<typeof refusing>>,
  first: string,
  next: (said: string) => string = () => '',
): Promise<string> {
  let said = ''
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => socket.write(first))
  socket.on('data', (data) => socket.write(next((said += String(data)))))
  // Some of these clients are expected to be cut off.
  socket.on('error', () => {})
  const receivedAll = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  await Promise.all([closed, receivedAll])
  socket.destroy()
  return said
}

it('keeps the connection open for a client that sends the rest of its body after the response', async () => {
  const server = await refusing({ forMs: 60_000 })
  const said = await talk(server, head(10), (heard) => (answers(heard) === 1 ? `0123456789${head(0, 'close')}` : ''))
  expect(answers(said)).toBe(2)
})

it.each(['keep-alive', 'close'])(
  'disconnects a slow client after a time limit, whatever its Connection header: %s',
  async (connection) => {
    expect(answers(await talk(await refusing({ forMs: 50 }), `${head(10, connection)}0`))).toBe(1)
  },
)

it('disconnects a client that sends endlessly', async () => {
  const piece = `400\r\n${'x'.repeat(1024)}\r\n`
  expect(
    answers(await talk(await refusing({ forMs: 60_000, bytes: 1024 }), head('endless'), () => piece + piece)),
  ).toBe(1)
})
