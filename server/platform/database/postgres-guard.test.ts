import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'tallystick-guard-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that uses a server. Its guard writes the process's name instead of stopping the server. */
async function startUser(name: string, graceSeconds: number): Promise<ChildProcess> {
  const lock = JSON.stringify(path.join(folder, 'users.lock'))
  const stop = JSON.stringify(['sh', '-c', 'echo "$1" >>"$2"', 'stop', name, path.join(folder, 'stopped')])
  const script = `
    const { lockFile } = await import(${module('../files/file-lock.ts')})
    const { guardServer } = await import(${module('./postgres-guard.ts')})
    lockFile(${lock}, 'shared', 10)
    guardServer(${lock}, ${stop}, ${graceSeconds})
    console.log('works')
    setInterval(() => {}, 1000)`
  const user = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(user.stdout!, 'data')
  return user
}

async function kill(user: ChildProcess): Promise<void> {
  const ended = once(user, 'exit')
  user.kill('SIGKILL')
  await ended
}

function stoppedBy(): string[] {
  const file = path.join(folder, 'stopped')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const untilStopped = () => vi.waitFor(() => expect(stoppedBy()).not.toEqual([]), { timeout: 20_000, interval: 50 })

it('stops the server of a killed process', async () => {
  await kill(await startUser('first', 0.1))
  await untilStopped()
  expect(stoppedBy()).toEqual(['first'])
})

it('gives the next process its full grace period after a second kill', { timeout: 30_000 }, async () => {
  const first = await startUser('first', 1)
  await kill(first)
  const second = await startUser('second', 3)
  await kill(second)
  await untilStopped()
  expect(stoppedBy()).toEqual(['second'])
})

it('leaves the server running for a process that still uses it', { timeout: 30_000 }, async () => {
  const first = await startUser('first', 0.1)
  const second = await startUser('second', 0.5)
  await kill(first)
  const third = await startUser('third', 1.5)
  await kill(second)
  await kill(third)
  await untilStopped()
  expect(stoppedBy()).toEqual(['third'])
})
