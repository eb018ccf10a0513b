import type { FastifyReply, FastifyRequest } from 'fastify'
import { foreignOrigin, liveFromClient, type LiveFromClient } from '../../api/live.ts'

/** Parses a client's message. Returns undefined for anything that `liveFromClient` doesn't declare. */
export function parseMessage(text: string): LiveFromClient | undefined {
  try {
    return liveFromClient.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Builds a message from serialised ticks. `conflated` lists symbols with dropped ticks. */
export function ticksMessage(texts: readonly string[], conflated: readonly string[] = []): string {
  const dropped = conflated.length > 0 ? `,"conflated":${JSON.stringify(conflated)}` : ''
  return `{"kind":"ticks","ticks":[${texts.join(',')}]${dropped}}`
}

/**
 * Refuses handshakes from pages on other origins, because browsers let any page open a WebSocket. Programs send no
 * Origin. Source: RFC 6455, section 10.2; ASVS 5.0, 4.4.2.
 */
export function sameOriginOnly(publicUrl: string | undefined) {
  return async ({ headers, raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin, host } = headers
    if (
      origin === undefined ||
      (URL.canParse(origin) && [publicUrl && new URL(publicUrl).host, host].includes(new URL(origin).host))
    )
      return
    // Node doesn't close the connection after refusing a handshake.
    reply.raw.once('finish', () => raw.socket.end())
    await reply.code(403).send({ type: 'warning', ...foreignOrigin })
  }
}
