import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commandOf, environmentOf, programsOn } from './running-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const programs = { server: /server\/main\.ts/, signer: /signer\/process\.ts/, anvil: /bin\/anvil/, bitcoind: /bitcoind .*-regtest/, PostgreSQL: /bin\/postgres / }
const secrets = { SECRET_KEY: 'f00d'.repeat(16), SMTP_URL: 'smtp://user:f00d@127.0.0.1:1', ALPACA_SECRET: 'f00d' }

let folder = ''
afterEach(() => {
  for (const pid of programsOn(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** `npm start` over a folder of its own. */
function start(): ChildProcess {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-orphans-'))
  const env = { ...process.env, ...secrets, NODE_ENV: 'development', DATA_DIR: folder, PORT: '0', DEV_TOOLS: '1', LOG_LEVEL: 'silent' }
  return spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
}

const running = () => Object.entries(programs).filter(([, named]) => programsOn(folder).some((pid) => named.test(commandOf(pid)))).map(([name]) => name)

async function started(): Promise<{ npm: number; script: number; server: number }> {
  const npm = start()
  let said = ''
  npm.stdout!.on('data', (text) => (said += text))
  await vi.waitFor(() => expect(said).toMatch(/served at/), { timeout: 150_000 })
  await vi.waitFor(() => expect(running()).toEqual(Object.keys(programs)), { timeout: 30_000 })
  const find = (named: RegExp) => programsOn(folder).find((pid) => named.test(commandOf(pid)))!
  return { npm: npm.pid!, script: find(/^\S*node scripts\/start\.mjs/), server: find(/^\S*node server\/main\.ts/) }
}

const nothingRuns = () => vi.waitFor(() => expect(programsOn(folder).map(commandOf)).toEqual([]), { timeout: 40_000, interval: 200 })

describe('of npm start', { timeout: 240_000 }, () => {
  it.each([
    ['npm', 'SIGKILL'],
    ['script', 'SIGKILL'],
    ['script', 'SIGHUP'],
    ['server', 'SIGKILL'],
  ] as const)('nothing stays when its %s gets %s', async (which, signal) => {
    const pids = await started()
    process.kill(pids[which], signal)
    await nothingRuns()
  })

  it('nothing stays when it is ended while it starts', async () => {
    const npm = start()
    await vi.waitFor(() => expect(running()).toContain('PostgreSQL'), { timeout: 150_000, interval: 20 })
    process.kill(npm.pid!, 'SIGTERM')
    await nothingRuns()
  })

  it('no program but the server holds our secrets', async () => {
    const { npm, script, server } = await started()
    const others = programsOn(folder).filter((pid) => ![npm, script, server].includes(pid) && !commandOf(pid).startsWith('sh -c node scripts'))
    expect(others.length).toBeGreaterThanOrEqual(4)
    expect(others.filter((pid) => environmentOf(pid).includes('f00d')).map(commandOf)).toEqual([])
  })
})
