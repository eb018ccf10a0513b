import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/** Whoever asks for readiness waits about two seconds; a database that takes longer serves nobody. */
const answerWithinMs = 1_500

/** `/healthz`: the process runs. `/readyz`: it can serve (database answers, modules ready). `/metrics`: Prometheus text. */
export function registerHealth(app: FastifyInstance, { pool, metrics }: Pick<Platform, 'pool' | 'metrics'>, modulesReady: () => boolean): void {
  const answers = databaseProbe(pool)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await answers()
    const modules = modulesReady()
    return reply.code(database && modules ? 200 : 503).send({ status: database && modules ? 'ready' : 'not ready', database, modules })
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()))
}

/** Asks the database one question at a time, however many ask us: where it hangs, they must not take its connections one by one. */
function databaseProbe(pool: Platform['pool']): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined
  return () => {
    underWay ??= pool.query('SELECT 1').then(() => true, () => false).finally(() => (underWay = undefined))
    const waited = new AbortController()
    const late = setTimeout(answerWithinMs, false, { signal: waited.signal, ref: false }).catch(() => false)
    return Promise.race([underWay, late]).finally(() => waited.abort())
  }
}
