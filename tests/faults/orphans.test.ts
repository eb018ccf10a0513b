import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { copyCluster } from '../prepared-cluster.ts'
import { shortMarket } from '../product.ts'
import { commandOf, environmentOf, programsOn } from './running-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const programs = {
  server: /server\/main\.ts/,
  signer: /payments\/signer\/process\.ts/,
  'log signer': /transparency\/signer\/process\.ts/,
  anvil: /bin\/anvil/,
  bitcoind: /bitcoind .*-regtest/,
  PostgreSQL: /bin\/postgres /,
}
const secrets = { SECRET_KEY: 'f00d'.repeat(16), SMTP_URL: 'smtp://user:f00d@127.0.0.1:1', ALPACA_SECRET: 'f00d' }

/** Runs `work` with its own data folder, then kills every process that still uses it. The cases run in parallel. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-orphans-'))
  try {
    await work(folder)
  } finally {
    clear(folder)
  }
}

function clear(folder: string): void {
  for (const pid of programsOn(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

// Build the pages once: parallel starts would each build them.
beforeAll(() => {
  execFileSync(process.execPath, ['-e', `import('./scripts/prepare.mjs').then(({ build }) => build())`], { cwd: root })
}, 240_000)

/** Runs `npm start` with a data folder. */
function start(folder: string): ChildProcess {
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PORT: '0',
    DEV_TOOLS: '1',
    LOG_LEVEL: 'silent',
    MARKET: shortMarket,
  }
  const env = { ...process.env, ...secrets, ...settings }
  return spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
}

const running = (folder: string) => {
  const commands = programsOn(folder).map(commandOf)
  return Object.entries(programs)
    .filter(([, named]) => commands.some((command) => named.test(command)))
    .map(([name]) => name)
}

type Pids = { npm: number; script: number; server: number }

async function started(folder: string): Promise<Pids> {
  copyCluster(path.join(folder, 'postgres'))
  const npm = start(folder)
  let said = ''
  npm.stdout!.on('data', (text) => (said += text))
  await vi.waitFor(() => expect(said).toMatch(/running at/), { timeout: 150_000, interval: 200 })
  await vi.waitFor(() => expect(running(folder)).toEqual(Object.keys(programs)), { timeout: 60_000, interval: 200 })
  const find = (named: RegExp) => programsOn(folder).find((pid) => named.test(commandOf(pid)))!
  return { npm: npm.pid!, script: find(/^\S*node scripts\/start\.mjs/), server: find(/^\S*node server\/main\.ts/) }
}

const nothingRuns = (folder: string) =>
  vi.waitFor(() => expect(programsOn(folder).map(commandOf)).toEqual([]), { timeout: 60_000, interval: 200 })

/** Expects that only npm, its script and the server have our secrets. */
function expectSecretsKept(folder: string, { npm, script, server }: Pids): void {
  const isOurs = (pid: number) => [npm, script, server].includes(pid) || commandOf(pid).startsWith('sh -c node scripts')
  const others = programsOn(folder).filter((pid) => !isOurs(pid))
  expect(others.length).toBeGreaterThanOrEqual(4)
  expect(others.filter((pid) => environmentOf(pid).includes('f00d')).map(commandOf)).toEqual([])
}

/** The start that two cases share: one inspects its programs, then the other kills its server. */
let shared: { folder: string; pids: Pids }
let looked: () => void
const lookedAt = new Promise<void>((resolve) => (looked = resolve))

describe.concurrent('npm start', { timeout: 300_000 }, () => {
  it.each([
    ['npm', 'SIGKILL'],
    ['script', 'SIGKILL'],
    ['script', 'SIGHUP'],
  ] as const)('leaves nothing running when its %s process gets %s', (which, signal) =>
    inFolder(async (folder) => {
      const pids = await started(folder)
      process.kill(pids[which], signal)
      await nothingRuns(folder)
    }),
  )

  it('leaves nothing running when it is stopped while it starts', () =>
    inFolder(async (folder) => {
      const npm = start(folder)
      await vi.waitFor(() => expect(running(folder)).toContain('PostgreSQL'), { timeout: 150_000, interval: 50 })
      process.kill(npm.pid!, 'SIGTERM')
      await nothingRuns(folder)
    }))

  it('gives our secrets to no program except the server', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-orphans-'))
    try {
      shared = { folder, pids: await started(folder) }
      expectSecretsKept(folder, shared.pids)
    } finally {
      looked()
    }
  })

  it('leaves nothing running when its server gets SIGKILL', async () => {
    await lookedAt
    try {
      process.kill(shared.pids.server, 'SIGKILL')
      await nothingRuns(shared.folder)
    } finally {
      clear(shared.folder)
    }
  })
})
