import { fork, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually, startTestNodes, type TestNodes } from '../chains/test-nodes.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function started(dataDir?: string): Promise<TestNodes> {
  const nodes = await startTestNodes({ dataDir })
  closers.push(() => nodes.stop())
  return nodes
}

const pidFiles = (dataDir: string) => [
  path.join(dataDir, 'chains', 'bitcoin', 'bitcoind.pid'),
  path.join(dataDir, 'chains', 'ethereum', 'anvil.pid'),
]
const pids = (dataDir: string) => pidFiles(dataDir).map((file) => Number(readFileSync(file, 'utf8')))

/** Returns every process whose command line or environment contains the folder. */
function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) =>
        pid !== process.pid &&
        ['cmdline', 'environ'].some((file) => {
          try {
            return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(dataDir)
          } catch {
            return false
          }
        }),
    )
}

/** Starts another process of the product on the same data. */
async function otherProcess(dataDir: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./test-owner.ts', import.meta.url)), [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  closers.push(() => child.kill('SIGKILL'))
  await new Promise((resolve, reject) =>
    child.once('message', resolve).once('exit', () => reject(new Error('the process ended'))),
  )
  return child
}

describe('nodes', () => {
  it('restart with every block after they are killed', async () => {
    const nodes = await started()
    const { BTC, ETH } = nodes.chains.adapters
    const [btcPaid, ethPaid] = [
      await nodes.faucet('BTC', BTC.deriveAddress(0).address, 50_000n),
      await nodes.faucet('ETH', ETH.deriveAddress(0).address, 10n ** 18n),
    ]
    await nodes.mine('BTC')
    await nodes.mine('ETH')
    const tips = [await BTC.tip(), await ETH.tip()]
    for (const pid of pids(nodes.dataDir)) process.kill(pid, 'SIGKILL')
    const [btcHash, ethHash] = await eventually(() =>
      Promise.all([BTC.hashAt(tips[0]!.height), ETH.hashAt(tips[1]!.height)]).catch(() => undefined),
    )
    expect([btcHash, ethHash]).toEqual(tips.map(({ hash }) => hash))
    expect(await BTC.txState(btcPaid)).toMatchObject({ state: 'confirmed' })
    expect(await ETH.txState(ethPaid)).toMatchObject({ state: 'confirmed' })
  }, 60_000)

  it('end, like the signer, when this process stops', async () => {
    const nodes = await startTestNodes()
    expect(processesOf(nodes.dataDir).length).toBeGreaterThanOrEqual(3)
    await nodes.stop({ keep: true })
    expect(processesOf(nodes.dataDir)).toEqual([])
    expect(pidFiles(nodes.dataDir).filter((file) => existsSync(file))).toEqual([])
    rmSync(nodes.dataDir, { recursive: true })
  }, 60_000)

  it('end, like the signer, when this process is killed', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tallystick-killed-'))
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const child = await otherProcess(dataDir)
    expect(processesOf(dataDir).length).toBeGreaterThanOrEqual(4)
    child.kill('SIGKILL')
    await eventually(() => processesOf(dataDir).length === 0)
    const nodes = await started(dataDir)
    expect(nodes.chains.state('BTC')).toEqual({ state: 'ready' })
  }, 60_000)

  it('serve Ethereum only on a socket in a private folder, and on no port', async () => {
    const nodes = await started()
    expect(nodes.chains.nodes()!.rpcUrl('ETH')).toMatch(/^ipc:/)
    const socket = path.join(nodes.dataDir, 'chains', 'ethereum', 'node.ipc')
    expect(statSync(path.dirname(socket)).mode & 0o077).toBe(0)
    const [, anvil] = pids(nodes.dataDir)
    expect(readlinkSync(`/proc/${anvil}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
    // No interface is up inside its network, not even the loopback.
    expect(readFileSync(`/proc/${anvil}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1)
  }, 60_000)

  it('never receive the product’s secrets', async () => {
    vi.stubEnv('SECRET_KEY', 'f00d'.repeat(16))
    closers.push(() => vi.unstubAllEnvs())
    const nodes = await started()
    for (const pid of pids(nodes.dataDir)) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      expect(environment).toContain('PATH=')
      expect(environment).not.toContain('f00d')
    }
  }, 60_000)

  it('left behind by an earlier run are stopped at the next start', async () => {
    const first = await startTestNodes()
    const [left] = pids(first.dataDir)
    await first.stop({ keep: true })
    // An earlier run's file names a process id that now belongs to another program, which must not be ended.
    writeFileSync(pidFiles(first.dataDir)[0]!, String(process.pid))
    const again = await started(first.dataDir)
    expect(pids(again.dataDir)[0]).not.toBe(left)
    expect(pids(again.dataDir)[0]).not.toBe(process.pid)
  }, 60_000)

  it('are shared by two processes on the same data; the second takes over when the first dies', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tallystick-shared-'))
    const child = await otherProcess(dataDir)
    const second = await started(dataDir)
    expect(await second.chains.adapters.BTC.tip()).toMatchObject({ height: expect.any(Number) })
    expect(await second.chains.adapters.ETH.reserves({ deposit: 1, change: 1 })).toMatchObject({
      totalUnits: 1_000n * 10n ** 18n,
    })
    await expect(second.faucet('BTC', second.chains.adapters.BTC.deriveAddress(0).address, 1_000n)).rejects.toThrow(
      /another process runs the node/,
    )
    child.kill('SIGKILL')
    const { address } = second.chains.adapters.BTC.deriveAddress(0)
    const txid = await eventually(() => second.faucet('BTC', address, 1_000n).catch(() => undefined))
    await second.mine('BTC')
    expect(await second.chains.adapters.BTC.txState(txid)).toMatchObject({ state: 'confirmed' })
  }, 60_000)
})
