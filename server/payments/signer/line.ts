import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../platform/child-environment.mjs'
import { endWithUs } from '../../platform/end-with-us.ts'
import type { FromSigner, ToSigner } from './messages.ts'

/** A connection to a signer, however it runs. */
export type SignerLine = {
  /** Undefined where the signer is no child of ours. */
  pid: number | undefined
  /** Calls `failed` where the signer can't be reached any more. */
  send(message: ToSigner, failed: () => void): void
  /** Ends a child, and waits for it; leaves a signer on a socket. */
  close(): Promise<void>
}

export type Heard = { message(message: FromSigner): void; end(): void }

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

/** Starts a signer as our child, which ends with us. It gets `settings` and none of the product's secrets. */
export function forkSigner(settings: NodeJS.ProcessEnv, heard: Heard): SignerLine {
  // It writes nothing that a kill could cut off, so the kernel may kill it: a frozen signer would not notice that the pipe closed.
  const [execPath, ...execArgv] = [...endWithUs('KILL'), process.execPath]
  const child = fork(entry, [], {
    env: childEnvironment(settings),
    execPath,
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  child.on('message', heard.message)
  child.once('exit', heard.end)
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

/** Connects to a signer that runs as a unit and user of its own and listens on the Unix socket `file`. A message is a line of JSON. */
export function connectToSigner(file: string, heard: Heard): SignerLine {
  const socket = connect(file)
  socket.on('error', () => {})
  socket.once('close', heard.end)
  createInterface({ input: socket })
    .on('line', (line) => heard.message(JSON.parse(line) as FromSigner))
    .on('error', () => {})
  return {
    pid: undefined,
    send: (message, failed) => void socket.write(`${JSON.stringify(message)}\n`, (error) => error && failed()),
    async close() {
      socket.destroy()
    },
  }
}
