import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toBase64 } from '../../../packages/verify/src/log/base64.ts'
import type { Hash, Tree } from '../../../packages/verify/src/log/merkle.ts'
import { ConfigError } from '../../platform/config.ts'
import { childEnvironment } from '../../platform/process/child-environment.mjs'
import { stopWithParent } from '../../platform/process/stop-with-parent.ts'
import type { FromLogSigner, ToLogSigner } from './messages.ts'

/** The log's signer, as the product uses it. */
export type LogSigner = {
  /**
   * Starts the process. Resolves with the log's public key. Throws `ConfigError` if it can't read its key, and
   * `SignerElsewhere`.
   */
  start(): Promise<string>
  /**
   * Signs a tree. `proofFrom` returns a proof that the tree extends one of a smaller size. Throws `TreeRefused`, or
   * another error if the signer ends.
   */
  sign(tree: Tree, proofFrom: (oldSize: number) => Promise<readonly Hash[]>): Promise<string>
  pid(): number | undefined
  stop(): Promise<void>
}

/** The signer of another process uses the same key, and signs. */
export class SignerElsewhere extends Error {}

/** The signer refuses a tree that doesn't extend the one it signed last. */
export class TreeRefused extends Error {}

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

type Running = { child: ChildProcess; verifierKey: string; lastSize: number }
type Waiting = { resolve: (message: FromLogSigner) => void; reject: (error: Error) => void }

/** Runs the signer as a child process, which ends with this one. Starts it again if it has ended. */
export function createLogSigner(dataDir: string): LogSigner {
  const waiting = new Map<number, Waiting>()
  let running: Promise<Running> | undefined
  let current: ChildProcess | undefined
  let lastId = 0

  function launch(): Promise<Running> {
    const [execPath, ...execArgv] = [...stopWithParent('KILL'), process.execPath]
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    const env = childEnvironment({ DATA_DIR: dataDir })
    const child = fork(entry, [], { env, execPath, execArgv, stdio: [...stdio], detached: true })
    current = child
    return new Promise((resolve, reject) => {
      // Rejects when the process has ended, so that the next one finds the key's folder free.
      let failure: Error | undefined
      child.on('message', (message: FromLogSigner) => {
        if (message.kind === 'ready') resolve({ child, ...message })
        else if (message.kind === 'fatal') failure = new ConfigError(message.reason)
        else if (message.kind === 'elsewhere') failure = new SignerElsewhere('another process signs the log')
        else waiting.get(message.id)?.resolve(message)
      })
      const end = (cause?: Error) => {
        running = undefined
        const ended = new Error('the log’s signer ended', { cause })
        reject(failure ?? ended)
        for (const one of waiting.values()) one.reject(ended)
      }
      child.once('exit', () => end())
      child.once('error', end)
    })
  }
  const ready = () => (running ??= launch())

  async function ask(message: Omit<ToLogSigner, 'id'>): Promise<FromLogSigner> {
    const { child } = await ready()
    const id = ++lastId
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.send({ id, ...message }, (error) => error && reject(error))
      })
    } finally {
      waiting.delete(id)
    }
  }

  return {
    start: async () => (await ready()).verifierKey,
    async sign({ size, root }, proofFrom) {
      const signer = await ready()
      const proof = await proofFrom(signer.lastSize)
      const answer = await ask({ size, root: toBase64(root), proof: proof.map(toBase64) })
      if (answer.kind === 'signed') {
        signer.lastSize = size
        return answer.signed
      }
      throw new TreeRefused(
        `the log's signer refused the tree of ${size}: ${answer.kind === 'refused' ? answer.reason : answer.kind}`,
      )
    },
    pid: () => current?.pid,
    async stop() {
      const child = await running?.then(({ child: one }) => one).catch(() => undefined)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.connected) child.disconnect()
      else child.kill()
      await ended
    },
  }
}
