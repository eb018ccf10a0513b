import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { Plan, SignedPlan } from '../chains/plan.ts'
import type { FromSigner, SignerAccounts, ToSigner } from './messages.ts'

/** The signer as the API process sees it. */
export type Signer = {
  /** Starts its process and answers the accounts' public keys. Throws `ConfigError` where it has no seed. */
  start(): Promise<SignerAccounts>
  /**
   * Signs a plan; the same plan gives the same transaction. Throws `SignerRefused` where its policy says no, `SignerAway` where it died meanwhile or is not
   * back in time: then ask again.
   */
  sign(plan: Plan): Promise<SignedPlan>
  pid(): number | undefined
  stop(): Promise<void>
}

export class SignerAway extends Error {}
export class SignerRefused extends Error {}

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))
const backAfterMs = 200
const answerWithinMs = 10_000

type Waiting = { resolve: (signed: SignedPlan) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** The signer's process, started again whenever it dies. */
export function createSigner(options: { dataDir: string; seedFile: string | undefined; production: boolean; log: Log }): Signer {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let child: ChildProcess | undefined
  let running: Promise<SignerAccounts> | undefined
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  const settle = (id: number, how: (one: Waiting) => void) => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    how(one)
  }

  const launch = () => {
    const started = fork(entry, [], { env: environmentOf(options), execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
    child = started
    running = new Promise((resolve, reject) => {
      started.on('message', (message: FromSigner) => {
        if (message.kind === 'accounts') resolve(message.accounts)
        else if (message.kind === 'fatal') reject(new ConfigError(message.reason))
        else if (message.kind === 'signed') settle(message.id, (one) => one.resolve(message.signed))
        else settle(message.id, (one) => one.reject(new SignerRefused(message.reason)))
      })
      started.once('exit', () => {
        reject(new SignerAway('the signer ended'))
        for (const id of waiting.keys()) settle(id, (one) => one.reject(new SignerAway('the signer ended')))
        if (stopping) return
        options.log.warn({ againInMs: backAfterMs }, 'signer ended; starting it again')
        restart = setTimeout(launch, backAfterMs)
      })
    })
    running.catch(() => {})
  }

  /** Asked once more where it is just being started again. */
  const ready = async () => {
    if (!running || stopping) throw new SignerAway('the signer does not run')
    await running.catch(async (error: Error) => {
      if (error instanceof ConfigError || stopping) throw error
      await new Promise((resolve) => setTimeout(resolve, 2 * backAfterMs))
      await running
    })
  }

  return {
    async start() {
      launch()
      return running!
    },
    async sign(plan) {
      await ready()
      return new Promise((resolve, reject) => {
        const id = ++lastId
        const timer = setTimeout(() => settle(id, (one) => one.reject(new SignerAway('the signer took too long'))), answerWithinMs)
        waiting.set(id, { resolve, reject, timer })
        const message: ToSigner = { id, plan }
        child!.send(message, (error) => error && settle(id, (one) => one.reject(new SignerAway('the signer ended'))))
      })
    },
    pid: () => child?.pid,
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      if (child.connected) child.disconnect()
      else child.kill()
      await ended
    },
  }
}

/** What the signer is told: where its seed is. None of the product's other secrets. */
function environmentOf({ dataDir, seedFile, production }: { dataDir: string; seedFile: string | undefined; production: boolean }): NodeJS.ProcessEnv {
  return { DATA_DIR: dataDir, NODE_ENV: production ? 'production' : 'development', ...(seedFile && { SIGNER_SEED_FILE: seedFile }) }
}
