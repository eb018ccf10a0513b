import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals } from '../../../api/sentences/refusals.ts'
import type { Config } from '../config.ts'

const forwardedBy = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const loopbackHost = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/i
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether a request comes from a program on this machine without a proxy. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  return (
    loopback.includes(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    !forwardedBy.some((name) => name in headers)
  )
}

/**
 * Returns whether a request may see internal routes. Outside production, every request may; in production, only one
 * from a program on this machine or with METRICS_TOKEN as its bearer token. Source: ASVS 5.0, 13.4.5.
 */
export function insideOf({
  production,
  metricsToken,
}: Pick<Config, 'production' | 'metricsToken'>): (request: FastifyRequest) => boolean {
  const expected = metricsToken === undefined ? undefined : digest(`Bearer ${metricsToken}`)
  return (request) =>
    !production ||
    isLocal(request) ||
    (expected !== undefined && timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
}

/** Returns a hook that responds to external requests as if the route did not exist. */
export function insideOnly(config: Pick<Config, 'production' | 'metricsToken'>) {
  const isInside = insideOf(config)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isInside(request)) return undefined
    return reply.code(404).send({ type: 'warning', msg: commonRefusals.unknown_call.message, code: 'unknown_call' })
  }
}
