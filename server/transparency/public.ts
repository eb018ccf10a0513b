import type { FastifyInstance } from 'fastify'
import type { transparencyCalls } from '../../api/calls/transparency/log.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { appendEntries } from './append-entries.ts'
import { bindTransparencyCalls } from './calls.ts'
import type { TransparencyContext, TransparencyNeighbours } from './context.ts'
import { openLogKey } from './open-log-key.ts'
import { proveBatch, type ProvenBatch } from './prove-entry.ts'
import { serveLog } from './serve-log.ts'
import { alarmSubject, signCheckpoint } from './sign-checkpoint.ts'
import { createLogSigner, SignerElsewhere, type LogSigner } from './signer/log-signer.ts'
import { logSources } from './sources.ts'

export type Transparency = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof transparencyCalls>
  /** Adds everything that is due, signs a checkpoint, and resolves. A loop does the same. */
  advance(): Promise<void>
  /** Returns a batch of the ledger with proofs for these transfers. Undefined until the log contains the batch. */
  proveBatch(shard: number, batch: bigint, ids: readonly bigint[]): Promise<ProvenBatch | undefined>
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
    ledger: neighbours.ledger,
    sources: logSources(neighbours),
    signer,
    refused: { size: undefined, isClear: false },
  }
  const alarms = signerAlarms(platform)
  let opened: Promise<void> | undefined
  /**
   * Starts the signer. Resolves with false if another process has it and signs. If the start fails, raises an alarm and
   * throws; the next run tries again.
   */
  async function open(): Promise<boolean> {
    try {
      await (opened ??= signer.start().then((key) => openLogKey(context, key)))
      await alarms.clear()
      return true
    } catch (error) {
      opened = undefined
      if (error instanceof SignerElsewhere) return false
      await alarms.raise()
      throw error
    }
  }
  const advance = async () => {
    const isSigner = await open()
    // Bounded, so that a busy ledger delays neither the checkpoint nor the end of the process.
    for (let run = 0, isBehind = true; run < runsAtOnce && isBehind; run += 1) isBehind = await appendEntries(context)
    if (isSigner) await signCheckpoint(context)
  }
  return {
    calls: bindTransparencyCalls(context),
    advance,
    proveBatch: (shard, batch, ids) => proveBatch(context, shard, batch, ids),
    register: (http) => serveLog(http, context),
    async start() {
      platform.jobs.every('transparency-log', everyMs, advance)
    },
    stop: () => signer.stop(),
  }
}

/** The alarm that the signer doesn't start. Each process clears it once, because an earlier one may have raised it. */
function signerAlarms({ alarms }: Pick<Platform, 'alarms'>) {
  let isClear = false
  return {
    async raise() {
      isClear = false
      await alarms.raise({ kind: 'log_signer_failed', subject: alarmSubject, details: {} })
    },
    async clear() {
      if (isClear) return
      await alarms.clear('log_signer_failed', alarmSubject)
      isClear = true
    },
  }
}
