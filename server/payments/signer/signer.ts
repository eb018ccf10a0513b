import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { Plan, SignedPlan } from '../chains/plan.ts'
import { connectToSigner, forkSigner, type Heard, type SignerLine } from './line.ts'
import type { FromSigner, SignerAccounts } from './messages.ts'

/** The signer as the API process sees it. */
export type Signer = {
  /** Starts its process, or connects to it. Returns the accounts' public keys when the signer is there. Throws `ConfigError` where it has no seed or can't be reached. */
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

const backAfterMs = 200
const answerWithinMs = 10_000
/** A unit of its own may start after ours. */
const mostConnects = 75

type Waiting = { resolve: (signed: SignedPlan) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

export type SignerOptions = {
  dataDir: string
  seedFile: string | undefined
  /** Unix socket of a signer that runs by itself; undefined: a child of ours. */
  socket?: string | undefined
  production: boolean
  log: Log
}

/** Runs a signer as a child, or uses the one on `socket`. A child that dies is started again, a lost connection made again. */
export function createSigner(options: SignerOptions): Signer {
  const { settle, settleAll, wait } = pendingPlans()
  let line: SignerLine | undefined
  let running: Promise<SignerAccounts> | undefined
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  const launch = () => {
    running = new Promise((resolve, reject) => {
      line = open(options, {
        message(message: FromSigner) {
          if (message.kind === 'accounts') resolve(message.accounts)
          else if (message.kind === 'fatal') reject(new ConfigError(message.reason))
          else if (message.kind === 'signed') settle(message.id, (one) => one.resolve(message.signed))
          else settle(message.id, (one) => one.reject(new SignerRefused(message.reason)))
        },
        end() {
          reject(new SignerAway('the signer ended'))
          settleAll((one) => one.reject(new SignerAway('the signer ended')))
          if (stopping) return
          options.log.warn({ againInMs: backAfterMs }, 'signer ended; starting it again')
          restart = setTimeout(launch, backAfterMs)
        },
      })
    })
    running.catch(() => {})
  }
  /** Resolves with the accounts, trying again while the signer of a socket is not there yet. */
  const accounts = async (triesLeft: number): Promise<SignerAccounts> => {
    try {
      return await running!
    } catch (error) {
      if (!options.socket || stopping || !(error instanceof SignerAway)) throw error
      if (triesLeft === 0) throw new ConfigError(`SIGNER_SOCKET: no signer answers at ${options.socket}`)
      await new Promise((resolve) => setTimeout(resolve, backAfterMs + 10))
      return accounts(triesLeft - 1)
    }
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
      if (!running) launch()
      return accounts(mostConnects)
    },
    async sign(plan) {
      await ready()
      const { id, signed } = wait()
      line!.send({ id, plan }, () => settle(id, (one) => one.reject(new SignerAway('the signer ended'))))
      return signed
    },
    pid: () => line?.pid,
    async stop() {
      stopping = true
      clearTimeout(restart)
      await line?.close()
    },
  }
}

/** Plans that the signer has in hand. Each is settled once: by its answer, by the signer's end, or because it takes too long. */
function pendingPlans() {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const settle = (id: number, how: (one: Waiting) => void) => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    clearTimeout(one.timer)
    how(one)
  }
  return {
    settle,
    settleAll: (how: (one: Waiting) => void) => [...waiting.keys()].forEach((id) => settle(id, how)),
    wait() {
      const id = ++lastId
      const signed = new Promise<SignedPlan>((resolve, reject) => {
        const timer = setTimeout(
          () => settle(id, (one) => one.reject(new SignerAway('the signer took too long'))),
          answerWithinMs,
        )
        waiting.set(id, { resolve, reject, timer })
      })
      return { id, signed }
    },
  }
}

function open(options: SignerOptions, heard: Heard): SignerLine {
  return options.socket ? connectToSigner(options.socket, heard) : forkSigner(environmentOf(options), heard)
}

/** What the signer is told: where its seed is. None of the product's other secrets. */
function environmentOf({ dataDir, seedFile, production }: SignerOptions): NodeJS.ProcessEnv {
  return {
    DATA_DIR: dataDir,
    NODE_ENV: production ? 'production' : 'development',
    ...(seedFile && { SIGNER_SEED_FILE: seedFile }),
  }
}
