import { EventEmitter } from 'node:events'
import { ConfigError } from './config.ts'
import type { Log } from './log.ts'

/**
 * Topics and their messages. The module that publishes a topic declares it in its `public.ts`; for a topic that many
 * modules publish, the module that receives it does:
 * `declare module '../platform/bus.ts' { interface BusTopics { 'trade.settled': { id: string } } }`.
 * Messages are plain JSON values.
 */
// eslint-disable-next-line typescript/no-empty-interface -- filled by the modules
export interface BusTopics {}

/**
 * Signals between modules and, with `NATS_URL`, between processes. They aren't a record: a signal can be lost, but its
 * content can always be read from the database.
 */
export type Bus = {
  publish<T extends keyof BusTopics>(topic: T, message: BusTopics[T]): void
  /** Returns a function that ends the subscription. */
  subscribe<T extends keyof BusTopics>(topic: T, listener: (message: BusTopics[T]) => void): () => void
  stop(): Promise<void>
}

type Listener = (message: unknown) => void

/** Creates an in-process bus. */
export function createBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    publish: (topic: string, message: unknown) => void emitter.emit(topic, message),
    subscribe(topic: string, listener: unknown) {
      emitter.on(topic, listener as Listener)
      return () => void emitter.off(topic, listener as Listener)
    },
    stop: async () => void emitter.removeAllListeners(),
  } as Bus
}

/**
 * Creates a bus over NATS (`nats://USER:PASSWORD@HOST` or `nats://TOKEN@HOST`; `tls://` for TLS). Messages from this
 * process are delivered immediately and in process, all others as they arrive.
 */
export async function createNatsBus(url: string, log: Log): Promise<Bus> {
  const { connect } = await import('@nats-io/transport-node')
  const { protocol, username, password } = new URL(url)
  const login = password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : username
      ? { token: decodeURIComponent(username) }
      : {}
  const connection = await connect({
    servers: url.replace(/\/\/[^@/]*@/, '//'),
    ...login,
    ...(protocol === 'tls:' && { tls: {} }),
    name: 'tallystick',
    noEcho: true,
    maxReconnectAttempts: -1,
  }).catch((error: Error) => {
    throw new ConfigError(`NATS_URL: cannot be reached (${error.message})`)
  })
  const local = createBus()
  const prefix = 'tallystick.'
  const subscription = connection.subscribe(`${prefix}>`, {
    callback: (error, message) => {
      if (error) return log.warn({ err: error }, 'bus message lost')
      local.publish(message.subject.slice(prefix.length) as never, message.json() as never)
    },
  })
  return {
    publish(topic: string, message: unknown) {
      local.publish(topic as never, message as never)
      connection.publish(prefix + topic, JSON.stringify(message))
    },
    subscribe: local.subscribe,
    async stop() {
      subscription.unsubscribe()
      await connection.drain()
      await local.stop()
    },
  } as Bus
}
