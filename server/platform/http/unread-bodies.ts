import type { IncomingMessage } from 'node:http'

/** Long enough for a client that uploads its whole body before it reads the response. */
const maxDrainMs = 10_000
const maxDrainBytes = 64 * 1024 * 1024

/**
 * Drains the rest of a request body that is refused before it has been read. Closing a connection with unread bytes
 * resets it, and the client would lose the response. Cuts off clients that send for too long or too much. Call it
 * before sending the response. Source: RFC 9112, section 9.6.
 */
export function drainBody(request: IncomingMessage, { forMs = maxDrainMs, bytes = maxDrainBytes } = {}): void {
  const { socket } = request
  if (request.complete !== false || socket.destroyed || !hasBody(request)) return
  let left = bytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  request.resume()
  const cutOff = setTimeout(() => socket.destroy(), forMs).unref()
  // Node calls this after a connection's last response, which would reset the connection here. Half-close it instead,
  // and read until the client closes it too.
  socket.destroySoon = () => void socket.end()
  request.once('end', () => {
    if (socket.writableEnded) return
    clearTimeout(cutOff)
    Reflect.deleteProperty(socket, 'destroySoon')
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}
