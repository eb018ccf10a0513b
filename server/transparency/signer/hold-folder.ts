import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Resolves with true if no other process of this machine holds the folder, and holds it until this process ends. The
 * kernel releases the name of an abstract socket even after a crash, so a lock can't go stale.
 */
export async function holdFolder(folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex')
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ path: `\0tallystick-log-signer-${name}` })
  })
}
