import type { IncomingMessage } from 'node:http'

/** A client that hears a refusal stops sending; for one that sends all first this is time enough on any line that could have sent the body. */
const readOnForMs = 10_000
const readOnBytes = 64 * 1024 * 1024

/**
 * Reads on what a client still sends of a body that is refused unread, and throws it away: closing a connection with bytes
 * unread resets it, and the answer would be lost with it. Whoever goes on for too long, or with too much, is cut off.
 * Called before the answer goes out. Source: RFC 9112, section 9.6.
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
  // Node ends the last answer of a connection with this, which would reset it now; half closed, it is read until the client closes too.
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
