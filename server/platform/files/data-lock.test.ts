import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../config.ts'
import { lockDataFolder } from './data-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts another process that locks the folder and keeps the lock. */
async function otherProcess(shared: boolean) {
  const module = new URL('./data-lock.ts', import.meta.url).href
  const script = `import(${JSON.stringify(module)}).then((m) => {
    m.lockDataFolder(${JSON.stringify(folder)}, { shared: ${shared} })
    console.log('taken')
    setInterval(() => {}, 1000)
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

describe('the lock on the data folder', () => {
  it('refuses a second process with one line that identifies the first', async () => {
    const first = await otherProcess(false)
    expect(() => lockDataFolder(folder, { shared: false })).toThrow(ConfigError)
    expect(() => lockDataFolder(folder, { shared: true })).toThrow(
      new RegExp(`^DATA_DIR: ${folder} is in use by process ${first.pid}: [^\n]*$`),
    )
    first.kill('SIGKILL')
    await once(first, 'exit')
  })

  it('is released on request, and after kill -9 of the process that holds it', async () => {
    const first = await otherProcess(false)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const release = lockDataFolder(folder, { shared: false })
    expect(() => lockDataFolder(folder, { shared: false })).toThrow(/in use by process/)
    release()
    lockDataFolder(folder, { shared: false })()
  })

  it('is shared by processes that exchange signals', async () => {
    const first = await otherProcess(true)
    lockDataFolder(folder, { shared: true })()
    expect(() => lockDataFolder(folder, { shared: false })).toThrow(/in use by process/)
    first.kill('SIGKILL')
    await once(first, 'exit')
  })

  it('is a file that nobody else can read', () => {
    lockDataFolder(folder, { shared: false })()
    expect(statSync(path.join(folder, 'lock')).mode & 0o777).toBe(0o600)
  })
})
