import compress from '@fastify/compress'
import websocket from '@fastify/websocket'
import {
  fastify,
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { commonRefusals } from '../../../api/sentences/refusals.ts'
import type { Platform } from '../platform.ts'
import { bodyLimitBytes } from './direct/direct-calls.ts'
import { refuseManyHosts } from './many-hosts.ts'
import { securityHeaders } from './security-headers.ts'
import { drainBody } from './unread-bodies.ts'
import { answerUnreadable } from './unreadable-requests.ts'

const requestWithinMs = 120_000

/** Creates the HTTP server without routes. */
export async function createHttpServer({ config, log }: Pick<Platform, 'config' | 'log'>): Promise<FastifyInstance> {
  const everywhere = securityHeaders(config)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Trusts this many hops, counted from the server. Values that a client forges are further to the left.
    trustProxy: config.trustedProxies > 0 ? (_address: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    // A client that sends slowly would otherwise occupy a reading slot for too long.
    requestTimeout: requestWithinMs,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => showAsPage(error, request, reply.headers(everywhere)),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, everywhere),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }) as unknown as FastifyInstance
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere)
    if (!refuseManyHosts(request.raw, reply)) done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    drainBody(request.raw)
    // The framework closes the connection after refusing a body. That is only intended while the server stops.
    if (app.server.listening && request.raw.complete === false) reply.removeHeader('connection')
    done()
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ type: 'warning', msg: commonRefusals.unknown_call.message, code: 'unknown_call' }),
  )
  await app.register(compress, { global: false })
  await app.register(websocket, { options: { maxPayload: 16 * 1024 } })
  return app
}

/** Redirects a URL with an invalid escape to the same text, properly escaped, which shows the site's error page. */
function showAsPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.code !== 'FST_ERR_BAD_URL')
    return void reply
      .code(error.statusCode ?? 500)
      .send({ type: 'warning', code: 'unreadable_body', msg: commonRefusals.unreadable_body.message })
  // Exactly one leading slash, because two would redirect to another host.
  void reply.redirect(`/${request.url.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`)
}
