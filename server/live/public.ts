import type { FastifyInstance } from 'fastify'
import type { Markets, RecentTicks } from '../markets/public.ts'
import type { SessionFinder } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { LiveHub } from './hub.ts'
import { liveLimits } from './limits.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A customer's data changed. Clients refetch these calls; `/live` forwards the event. */
    'customer.changed': { customerId: string; calls: string[] }
  }
}

export type Live = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  /** Registers the WebSocket `/live`. `sessionOf` authenticates connections. */
  register(http: FastifyInstance, sessionOf: SessionFinder): void
}

type LiveNeighbours = { markets: Pick<Markets, 'onTick' | 'onStates'> & { recent: RecentTicks } }

/** Creates the module that sends prices to every connection to `/live`, and their own events to customers. */
export function createLive(platform: Platform, { markets }: LiveNeighbours): Live {
  const { livePerNetwork, publicUrl } = platform.config
  const hub = new LiveHub(platform, markets.recent, { ...liveLimits, anonymousPerNetwork: livePerNetwork })
  const subscriptions: (() => void)[] = []
  return {
    register: (http, sessionOf) => hub.register(http, sessionOf, publicUrl),
    async start() {
      subscriptions.push(
        markets.onTick((ticks) => hub.prices.sendTicks(ticks)),
        markets.onStates((changes) => hub.prices.sendStates(changes)),
        ...hub.subscribe(),
      )
    },
    async stop() {
      for (const end of subscriptions.splice(0)) end()
      hub.stop()
    },
  }
}
