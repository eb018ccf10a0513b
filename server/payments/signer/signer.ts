import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { Draft, SignedDraft } from '../chains/draft.ts'
import { connectToSigner, forkSigner, type SignerListener, type SignerLine } from './line.ts'
import type { FromSigner, SignerAccounts } from './messages.ts'

/** The signer, as used by the API process. */
export type Signer = {
  /**
   * Starts the signer's process or connects to it. Returns the accounts' public keys once the signer is ready. Throws
   * `ConfigError` if it has no seed or is unreachable.
   */
  start(): Promise<SignerAccounts>
  /**
   * Signs a draft; the same draft gives the same transaction. Throws `SignerRefused` if the signer's policy refuses the
   * draft, or `SignerAway` if the signer died and didn't come back in time; retry after `SignerAway`.
   */
  sign(draft: Draft): Promise<SignedDraft>
  pid(): number | undefined
  stop(): Promise<void>
}

class SignerAway extends Error {}
class SignerRefused extends Error {}

const backAfterMs = 200
const answerWithinMs = 10_000
/** A separate service may start after this process. */
const maxConnectAttempts = 75

type Waiting = { resolve: (signed: SignedDraft) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

export type SignerOptions = {
  dataDir: string
  seedFile: string | undefined
  /** Unix socket of a separate signer; undefined for a child process. */
  socket?: string | undefined
  production: boolean
  log: Log
}

/**
 * Runs a signer as a child process, or uses the one on `socket`. Restarts a child that dies, and reconnects after a
 * lost connection.
 */
export function createSigner(options: SignerOptions): Signer {
  const { settle, settleAll, wait } = pendingDrafts()
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
          options.log.warn({ againInMs: backAfterMs }, 'signer exited; restarting it')
          restart = setTimeout(launch, backAfterMs)
        },
      })
    })
    running.catch(() => {})
  }
  /** Resolves with the accounts. Retries while the signer hasn't opened its socket yet. */
  const accounts = async (triesLeft: number): Promise<SignerAccounts> => {
    try {
      return await running!
    } catch (error) {
      if (!options.socket || stopping || !(error instanceof SignerAway)) throw error
      if (triesLeft === 0) throw new ConfigError(`SIGNER_SOCKET: no signer responds at ${options.socket}`)
      await new Promise((resolve) => setTimeout(resolve, backAfterMs + 10))
      return accounts(triesLeft - 1)
    }
  }

  /** Retries once if the signer is restarting. */
  const ready = async () => {
    if (!running || stopping) throw new SignerAway('the signer is not running')
    await running.catch(async (error: Error) => {
      if (error instanceof ConfigError || stopping) throw error
      await new Promise((resolve) => setTimeout(resolve, 2 * backAfterMs))
      await running
    })
  }

  return {
    async start() {
      if (!running) launch()
      return accounts(maxConnectAttempts)
    },
    async sign(draft) {
      await ready()
      const { id, signed } = wait()
      line!.send({ id, draft }, () => settle(id, (one) => one.reject(new SignerAway('the signer ended'))))
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

/** Tracks drafts that the signer is processing. Each settles once: by a response, the signer's exit or a timeout. */
function pendingDrafts() {
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
      const signed = new Promise<SignedDraft>((resolve, reject) => {
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

function open(options: SignerOptions, listener: SignerListener): SignerLine {
  return options.socket ? connectToSigner(options.socket, listener) : forkSigner(environmentOf(options), listener)
}

/** Returns the signer's environment: the location of its seed, and none of the product's other secrets. */
function environmentOf({ dataDir, seedFile, production }: SignerOptions): NodeJS.ProcessEnv {
  return {
    DATA_DIR: dataDir,
    NODE_ENV: production ? 'production' : 'development',
    ...(seedFile && { SIGNER_SEED_FILE: seedFile }),
  }
}
