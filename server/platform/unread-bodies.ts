import type { IncomingMessage } from 'node:http'

/** Long enough for a client that uploads its whole body before it reads the response. */
const readOnForMs = 10_000
const readOnBytes = 64 * 1024 * 1024

/**
 * Drains the remaining body of a request that is refused unread. Closing a connection with unread bytes resets it and
 * would lose the response. Cuts off clients that send for too long or too much. Call it before sending the response.
 * Source: RFC 9112, section 9.6.
 */
export function readOn(request: IncomingMessage, { forMs = readOnForMs, bytes = readOnBytes } = {}): void {
  const { socket } = request
  if (request.complete !== false || socket.destroyed || !hasBody(request)) return
  let left = bytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  request.resume()
  const hangUp = setTimeout(() => socket.destroy(), forMs).unref()
  // Node calls this after the last response of a connection, which would reset it here. Half-close it instead, and
  // read until the client closes too.
  socket.destroySoon = () => void socket.end()
  request.once('end', () => {
    if (socket.writableEnded) return
    clearTimeout(hangUp)
    Reflect.deleteProperty(socket, 'destroySoon')
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}
