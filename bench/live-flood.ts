import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

// `node bench/live-flood.ts --url http://127.0.0.1:3000`: floods the `/live` endpoint of the product on this
// machine with connections that repeatedly request the whole history, and measures how long other calls take in the
// meantime.
const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    sockets: { type: 'string', default: '0,10,30,60' },
    seconds: { type: 'string', default: '8' },
    flood: { type: 'string' },
  },
})
const base = new URL(options.url!)
if (base.hostname !== '127.0.0.1')
  throw new Error('The URL must start with http://127.0.0.1: this benchmark floods only this machine')
const forMs = Number(options.seconds) * 1000
const again = 420

if (options.flood !== undefined) await flood(Number(options.flood))
else for (const sockets of options.sockets.split(',')) await measure(Number(sockets))

async function measure(sockets: number): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), [
    '--url',
    base.href,
    '--seconds',
    options.seconds,
    '--flood',
    String(sockets),
  ])
  const ended = new Promise<{ sent: number; received: number; closed: number }>(
    (resolve) => void child.once('message', (message) => resolve(message as never)),
  )
  const times: number[] = []
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    const startMs = performance.now()
    await (await fetch(new URL('/api?r=rates', base))).text()
    times.push(performance.now() - startMs)
    await pause(20)
  }
  const { sent, received, closed } = await ended
  times.sort((a, b) => a - b)
  const ms = (place: number) => `${times[Math.min(times.length - 1, Math.floor(times.length * place))]!.toFixed(1)} ms`
  process.stdout.write(
    `${sockets} sockets: sent ${sent} B, received ${(received / 1e6).toFixed(1)} MB, ${closed} closed; ` +
      `${times.length} other calls, median ${ms(0.5)}, max ${ms(1)}\n`,
  )
}

async function flood(sockets: number): Promise<void> {
  const symbols = ((await (await fetch(new URL('/api?r=symbols', base))).json()) as { symbol: string }[])
    .map(({ symbol }) => symbol)
    .slice(0, 64)
  const since = Object.fromEntries(symbols.map((symbol) => [symbol, 0]))
  const counted = { sent: 0, received: 0, closed: 0 }
  const url = new URL('/live', base)
  url.protocol = 'ws:'
  const open = Array.from({ length: sockets }, () => {
    const socket = new WebSocket(url)
    const say = (message: object) => {
      const text = JSON.stringify(message)
      if (socket.readyState !== WebSocket.OPEN) return
      counted.sent += text.length
      socket.send(text)
    }
    socket.on('error', () => {})
    socket.on('close', () => void (counted.closed += 1))
    socket.on('message', (data: Buffer) => void (counted.received += data.length))
    socket.on('open', () => say({ kind: 'hello' }))
    return { socket, say }
  })
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    await pause(again)
    for (const { say } of open) {
      say({ kind: 'unsubscribe', symbols })
      say({ kind: 'subscribe', symbols, since })
    }
  }
  const result = { ...counted }
  for (const { socket } of open) socket.terminate()
  process.send!(result, undefined, undefined, () => process.disconnect())
}
