import net from 'node:net'

/** The result of a load run. Latencies are in milliseconds. */
export type LoadReport = {
  seconds: number
  answered: number
  ok: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  statuses: Record<string, number>
}

export type Load = {
  host: string
  port: number
  connections: number
  /** Durations in milliseconds. Only requests after the warm-up count. */
  warmUpMs: number
  measureMs: number
  /** Returns the bytes of the next request. */
  next: () => Buffer
}

/**
 * Runs a closed-loop load: every connection has one request in flight. The generator, the server and the database share
 * the same cores, so the generator's cost is part of every figure. To keep this cost low, the generator reads into one
 * fixed buffer and records only the time and the status of a response.
 */
export async function runLoad(load: Load): Promise<LoadReport> {
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  let answered = 0
  let measuring = false
  let stopped = false
  const sockets: net.Socket[] = []

  function connection(): Promise<void> {
    return new Promise((resolve, reject) => {
      let sentAt = 0
      let pending = ''
      const socket: net.Socket = net.connect({
        host: load.host,
        port: load.port,
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(8192),
          callback: (count, buffer) => {
            const text = pending + (buffer as Buffer).toString('latin1', 0, count)
            if (!isWhole(text)) {
              pending = text
              return true
            }
            pending = ''
            if (measuring) {
              answered++
              const status = text.slice(9, 12)
              statuses[status] = (statuses[status] ?? 0) + 1
              latencies.push(performance.now() - sentAt)
            }
            if (stopped) socket.destroy()
            else send()
            return true
          },
        },
      })
      const send = () => {
        sentAt = performance.now()
        socket.write(load.next())
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('close', () => (stopped ? resolve() : reject(new Error('the server closed a connection'))))
      sockets.push(socket)
    })
  }

  const running = Promise.all(Array.from({ length: load.connections }, connection))
  running.catch(() => {})
  await Promise.race([running, pause(load.warmUpMs)])
  measuring = true
  const from = performance.now()
  await Promise.race([running, pause(load.measureMs)])
  measuring = false
  const seconds = (performance.now() - from) / 1000
  stopped = true
  await running
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const ok = statuses['200'] ?? 0
  return { seconds, answered, ok, perSecond: ok / seconds, p50Ms: at(0.5), p99Ms: at(0.99), statuses }
}

/** Returns whether text is a complete HTTP response with a content length. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const named = text.lastIndexOf('ontent-', end)
  let at = text.indexOf('ontent-', 0)
  while (at !== -1 && at <= named) {
    const header = text.slice(at + 7, at + 15)
    if (header === 'length: ' || header === 'Length: ')
      return text.length >= end + 4 + Number.parseInt(text.slice(at + 15, at + 22), 10)
    at = text.indexOf('ontent-', at + 7)
  }
  return false
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
