import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { commonRefusals } from '../../../api/sentences/refusals.ts'

/**
 * Refuses a request that the framework handles (for a page, or a WebSocket handshake) if it has more than one Host
 * header. Returns whether it refused the request.
 */
export function refuseManyHosts(request: IncomingMessage, reply: FastifyReply): boolean {
  if (hostsOf(request) <= 1) return false
  // Node doesn't close the connection after refusing a handshake.
  reply.raw.once('finish', () => request.socket.end())
  reply.code(400).send({ type: 'warning', msg: commonRefusals.unreadable_body.message, code: 'unreadable_body' })
  return true
}

/** Returns the number of Host headers. More than one makes a request invalid. Source: RFC 9112, section 3.2. */
export function hostsOf({ rawHeaders = [] }: Partial<IncomingMessage>): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  return hosts
}
