import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../server/platform/postgres.ts'
import { startProduct, type Product } from '../../product.ts'
import { inDatabase } from '../books.ts'
import { startMixedLoad } from '../mixed-load.ts'
import { figure, milliseconds, skipped, type Figure } from './figure.ts'
import { check, settleAll, startKillWorld, stopKillWorld, type KillWorld } from './kills.ts'

const name = 'feed leader and settler killed, two processes over one database'
const target = 'each trade settled once; feed back in 2 s'
const feedWithinMs = 2_000
const patienceMs = 60_000

/** Where Debian's package puts the program, which isn't on every user's path. */
const natsPlaces = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']

/** Measures R7: two processes share a database; each is killed in turn under load while the other goes on. */
export async function measureProcesses(rounds: number, say: (line: string) => void): Promise<Figure[]> {
  const program = natsPlaces.find((place) => existsSync(place))
  if (!program) return [skipped('R7', name, target, 'nats-server is not installed (apt-get install nats-server)')]
  const port = await freePort()
  const nats = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  try {
    return [await killEachInTurn(nats, `nats://127.0.0.1:${port}`, rounds, say)]
  } finally {
    nats.kill('SIGTERM')
  }
}

async function killEachInTurn(nats: ChildProcess, natsUrl: string, rounds: number, say: (line: string) => void): Promise<Figure> {
  await pause(500)
  if (nats.exitCode !== null) return skipped('R7', name, target, 'nats-server does not start')
  const world = await startKillWorld({ CHAINS: '0', NATS_URL: natsUrl }, 6)
  const settings = { CHAINS: '0', NATS_URL: natsUrl, DATA_DIR: world.product.dataDir, LOG_LEVEL: 'silent', PORT: String(await freePort()) }
  const second = await startProduct(settings).catch(async (error: Error) => {
    await stopKillWorld(world)
    throw error
  })
  try {
    const gaps: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [victim, other] = round % 2 ? [second, world.product] : [world.product, second]
      gaps.push(await killOne(world, victim, other))
      say(`kill ${round + 1} of ${rounds}: next tick after ${milliseconds(gaps.at(-1)!)}`)
    }
    await settleAll(world)
    const { counts, findings, acknowledged } = check(world)
    const wrong = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const worst = Math.max(...gaps)
    const measured = `${rounds} kills, ${acknowledged['trade'] ?? 0} orders: ${wrong} findings; feed back in ${milliseconds(worst)} at most`
    const details = findings.slice(0, 10).map(({ fault, subject, detail }) => `${fault} ${subject}: ${detail}`)
    return figure('R7', name, target, measured, wrong === 0 && worst <= feedWithinMs, [`gaps: ${gaps.map(milliseconds).join(', ')}`, ...details])
  } finally {
    await second.stop()
    await stopKillWorld(world)
  }
}

/** Kills one process while customers use the other; resolves with the time from the kill to the next stored tick. */
async function killOne(world: KillWorld, victim: Product, other: Product): Promise<number> {
  const load = startMixedLoad(other, world.journal, world.customers)
  try {
    await load.acknowledged(15)
    await victim.kill('SIGKILL')
    const gapMs = await untilNextTick(world)
    await load.acknowledged(10)
    return gapMs
  } finally {
    await load.stop()
    await victim.restart()
  }
}

async function untilNextTick({ product }: KillWorld): Promise<number> {
  const fromMs = performance.now()
  return inDatabase(product, async (client) => {
    const newest = async () => (await client.query<{ seq: string }>('SELECT sum(seq) AS seq FROM markets.heads')).rows[0]!.seq
    const before = await newest()
    while ((await newest()) === before) {
      if (performance.now() - fromMs > patienceMs) throw new Error('no tick came')
      await pause(20)
    }
    return performance.now() - fromMs
  })
}
