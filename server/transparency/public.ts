import type { FastifyInstance } from 'fastify'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { appendEntries } from './append-entries.ts'
import type { TransparencyContext, TransparencyNeighbours } from './context.ts'
import { openLogKey } from './open-log-key.ts'
import { serveLog } from './serve-log.ts'
import { signCheckpoint } from './sign-checkpoint.ts'
import { createLogSigner, type LogSigner } from './signer/log-signer.ts'
import { logSources } from './sources.ts'

export type Transparency = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  /** Adds everything that is due, signs a checkpoint, and resolves. A loop does the same. */
  advance(): Promise<void>
  /** Serves the log's files. */
  register(http: FastifyInstance): void
}

const everyMs = 500
const runsAtOnce = 20

/** Creates the module of the transparency log. */
export function createTransparency(
  platform: Platform,
  neighbours: TransparencyNeighbours,
  signer: LogSigner = createLogSigner(platform.config.dataDir),
): Transparency {
  const context: TransparencyContext = {
    ...platform,
    sources: logSources(neighbours),
    signer,
    refused: { size: undefined },
  }
  let opened: Promise<void> | undefined
  /** Starts the signer. If that fails, the next run tries again. */
  async function open(): Promise<void> {
    try {
      await openLogKey(context, await signer.start())
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  const advance = async () => {
    await (opened ??= open())
    // Bounded, so that a busy ledger delays neither the checkpoint nor the end of the process.
    for (let run = 0; run < runsAtOnce && (await appendEntries(context)) > 0; run += 1) await signCheckpoint(context)
    await signCheckpoint(context)
  }
  return {
    advance,
    register: (http) => serveLog(http, context),
    async start() {
      platform.jobs.every('transparency-log', everyMs, advance)
    },
    stop: () => signer.stop(),
  }
}
