import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readOpenKinds } from '../alarms.ts'
import { insideOnly } from './inside-only.ts'
import type { Platform } from '../platform.ts'

/** Below the two seconds that a readiness probe usually waits. */
const answerWithinMs = 1_500

/**
 * Registers the health routes. `/healthz`: the process is running. `/readyz`: it can serve requests (the database
 * responds, the modules are ready); also lists the kinds of open alarms, which don't change the status. `/metrics`:
 * Prometheus text. In production, only `/healthz` is public.
 */
export function registerHealth(
  app: FastifyInstance,
  { pool, metrics, config }: Pick<Platform, 'pool' | 'metrics' | 'config'>,
  modulesReady: () => boolean,
): void {
  const openAlarms = alarmProbe(pool)
  const onRequest = insideOnly(config)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', { onRequest }, async (_request, reply) => {
    const alarms = await openAlarms()
    const database = alarms !== null
    const modules = modulesReady()
    return reply
      .code(database && modules ? 200 : 503)
      .send({ status: database && modules ? 'ready' : 'not ready', database, modules, alarms })
  })
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}

/**
 * Returns the kinds of open alarms, or null if the database doesn't respond in time. Sends one query at a time, so
 * that probes can't use up the connections of an unresponsive database.
 */
function alarmProbe(pool: Platform['pool']): () => Promise<string[] | null> {
  let underWay: Promise<string[] | null> | undefined
  return () => {
    underWay ??= readOpenKinds(pool)
      .catch(() => null)
      .finally(() => (underWay = undefined))
    const waited = new AbortController()
    const late = setTimeout(answerWithinMs, null, { signal: waited.signal, ref: false }).catch(() => null)
    return Promise.race([underWay, late]).finally(() => waited.abort())
  }
}
