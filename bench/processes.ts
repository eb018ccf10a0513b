import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A benchmark process that serves HTTP. */
export type ServerProcess = { host: string; port: number; stop(): Promise<void> }

/** Starts a file in this folder as a separate process. Resolves when it sends its port or URL. */
export async function startProcess(file: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean),
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = await Promise.race([
    new Promise<string | number>((resolve) => child.once('message', (message) => resolve(message as string | number))),
    ended.then(() => {
      throw new Error(`${file} ended before it was ready`)
    }),
  ])
  const { hostname, port } = typeof said === 'number' ? { hostname: '127.0.0.1', port: said } : new URL(said)
  return {
    host: hostname,
    port: Number(port),
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
