import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../platform/process/child-environment.mjs'
import { stopWithParent } from '../../platform/process/stop-with-parent.ts'
import type { FromSigner, ToSigner } from './messages.ts'

/** A connection to a signer, whether it is a child process or a separate service. */
export type SignerLine = {
  /** The signer's process id; undefined if it isn't a child process. */
  pid: number | undefined
  /** Calls `failed` if the signer becomes unreachable. */
  send(message: ToSigner, failed: () => void): void
  /** Ends a child process and waits for it. For a signer on a socket, only closes the connection. */
  close(): Promise<void>
}

export type SignerListener = { message(message: FromSigner): void; end(): void }

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

/**
 * Starts a signer as a child process that ends with this one. The signer gets `settings` and none of the product's
 * secrets.
 */
export function forkSigner(settings: NodeJS.ProcessEnv, listener: SignerListener): SignerLine {
  // SIGKILL is safe, because the signer writes no files. A frozen signer wouldn't notice that its pipe is closed.
  const [execPath, ...execArgv] = [...stopWithParent('KILL'), process.execPath]
  const child = fork(entry, [], {
    env: childEnvironment(settings),
    execPath,
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  child.on('message', listener.message)
  child.once('exit', listener.end)
  return {
    pid: child.pid,
    send: (message, failed) => void child.send(message, (error) => error && failed()),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.connected) child.disconnect()
      else child.kill()
      await ended
    },
  }
}

/**
 * Connects over the Unix socket `file` to a signer that runs as a separate service and user. Each message is one line
 * of JSON.
 */
export function connectToSigner(file: string, listener: SignerListener): SignerLine {
  const socket = connect(file)
  socket.on('error', () => {})
  socket.once('close', listener.end)
  createInterface({ input: socket })
    .on('line', (line) => listener.message(JSON.parse(line) as FromSigner))
    .on('error', () => {})
  return {
    pid: undefined,
    send: (message, failed) => void socket.write(`${JSON.stringify(message)}\n`, (error) => error && failed()),
    async close() {
      socket.destroy()
    },
  }
}
