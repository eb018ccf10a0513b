import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/** `/healthz`: the process runs. `/readyz`: it can serve (database answers, modules ready). `/metrics`: Prometheus text. */
export function registerHealth(app: FastifyInstance, { pool, metrics }: Pick<Platform, 'pool' | 'metrics'>, modulesReady: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await pool.query('SELECT 1').then(() => true, () => false)
    const modules = modulesReady()
    return reply.code(database && modules ? 200 : 503).send({ status: database && modules ? 'ready' : 'not ready', database, modules })
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()))
}
