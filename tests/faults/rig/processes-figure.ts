import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../server/platform/database/postgres.ts'
import { installedMarket, type Product, startProduct } from '../../product.ts'
import { inDatabase } from '../books.ts'
import { startMixedLoad, type MixedLoad } from '../mixed-load.ts'
import { figure, milliseconds, quantile, skipped, type Figure } from './figure.ts'
import {
  check,
  firstSince,
  plantDamage,
  sendAgain,
  settleAll,
  startKillWorld,
  stopKillWorld,
  type KillWorld,
} from './kills.ts'
import { killSettlerAt, settlementSteps } from './settlers.ts'

const rows = {
  R6: {
    name: 'app killed while a second process runs: median time to the first new acknowledged order',
    target: '1 s',
  },
  R7: {
    name: 'feed leader and settler killed in turn, two processes over one database',
    target: 'each trade settled once; feed back in 2 s',
  },
}
const feedWithinMs = 2_000
const orderWithinMs = 1_000
const patienceMs = 60_000

/** Where Debian's package and others install the program, which isn't on every user's path. */
const natsPlaces = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']

/** The rounds kill the feed leader, then a settler at each step of its transaction, and repeat. */
const victims = ['feed leader', ...settlementSteps] as const
type Victim = (typeof victims)[number]
type Round = { victim: Victim; led: boolean; tickMs: number; orderMs: number }

/** Measures R7, and R6 with a second process: kills each in turn under load while the other continues. */
export async function measureProcesses(rounds: number, say: (line: string) => void): Promise<Figure[]> {
  const program = natsPlaces.find((place) => existsSync(place))
  if (!program) return both('nats-server is not installed (apt-get install nats-server)')
  const port = await freePort()
  const nats = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  try {
    if (!(await answers(port))) return both('nats-server did not start')
    return await killEachInTurn(`nats://127.0.0.1:${port}`, rounds, say)
  } finally {
    nats.kill('SIGTERM')
  }
}

const both = (reason: string) =>
  (['R6', 'R7'] as const).map((id) => skipped(id, rows[id].name, rows[id].target, reason))

async function answers(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const socket = connect({ host: '127.0.0.1', port })
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return true
    await pause(100)
  }
  return false
}

async function killEachInTurn(natsUrl: string, rounds: number, say: (line: string) => void): Promise<Figure[]> {
  const shared = { CHAINS: '0', NATS_URL: natsUrl, MARKET: installedMarket }
  const world = await startKillWorld(shared, 12)
  try {
    const settings = { ...shared, DATA_DIR: world.product.dataDir, LOG_LEVEL: 'silent', PORT: String(await freePort()) }
    const second = await startProduct(settings)
    try {
      const done: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        done.push(await killOne(world, [world.product, second], victims[round % victims.length]!))
        say(`kill ${round + 1} of ${rounds}, ${textOf(done.at(-1)!)}`)
      }
      // Settling moves the clock of one process, which must lead the feed, because the leader's clock drives prices.
      await second.stop()
      return await figuresOf(world, done)
    } finally {
      await second.stop()
    }
  } finally {
    await stopKillWorld(world)
  }
}

const textOf = ({ victim, led, tickMs, orderMs }: Round) =>
  `${victim === 'feed leader' ? victim : `settler at ${victim}${led ? ', which led the feed' : ''}`}: ` +
  `next tick after ${milliseconds(tickMs)}, first order after ${milliseconds(orderMs)}`

async function figuresOf(world: KillWorld, rounds: Round[]): Promise<Figure[]> {
  const resent = await sendAgain(world)
  await settleAll(world)
  const { counts, findings, acknowledged } = check(world)
  const wrong = Object.values(counts).reduce((sum, count) => sum + count, resent.wrong.length)
  const planted = Object.values(await plantDamage(world)).map(
    ({ counts: seen }) => seen.lost + seen.altered + seen.doubled > 0,
  )
  const [ticks, orders] = [rounds.map(({ tickMs }) => tickMs), rounds.map(({ orderMs }) => orderMs)]
  const orderText = `${milliseconds(quantile(orders, 0.5))} (at most ${milliseconds(Math.max(...orders))})`
  const tradeText =
    `${rounds.length} kills, ${acknowledged['trade'] ?? 0} orders: ${wrong} findings; ` +
    `feed back in ${milliseconds(Math.max(...ticks))} at most`
  const isMet = wrong === 0 && Math.max(...ticks) <= feedWithinMs && planted.every(Boolean)
  return [
    figure('R6', rows.R6.name, rows.R6.target, orderText, quantile(orders, 0.5) <= orderWithinMs),
    figure('R7', rows.R7.name, rows.R7.target, tradeText, isMet, [
      ...rounds.map(textOf),
      `control: ${planted.filter(Boolean).length} of ${planted.length} planted faults reported`,
      ...resent.wrong.slice(0, 10),
      ...findings.slice(0, 10).map(({ fault, subject, detail }) => `${fault} ${subject}: ${detail}`),
    ]),
  ]
}

async function leads({ url }: Product): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`)
  return /feed_leads 1$/m.test(await answer.text())
}

/** Kills one of two processes while both are under load. Each serves half of the customers, as if behind a proxy. */
async function killOne(world: KillWorld, products: [Product, Product], victim: Victim): Promise<Round> {
  const half = world.customers.length / 2
  const loads = products.map((product, place) =>
    startMixedLoad(product, world.journal, world.customers.slice(place * half, (place + 1) * half)),
  )
  let killed: Product | undefined
  try {
    await Promise.all(loads.map((load) => load.acknowledged(10)))
    const leader = (await leads(products[0])) ? products[0] : products[1]
    const times = { fromMs: 0 }
    let tick: Promise<number> | undefined
    const kill = async (product: Product) => {
      killed = product
      times.fromMs = performance.now()
      await product.kill('SIGKILL')
      tick = untilNextTick(world, times.fromMs)
    }
    await (victim === 'feed leader' ? kill(leader) : killSettlerAt(victim, products, kill))
    const other = loads[killed === products[0] ? 1 : 0]!
    const orderMs = await firstOrder(other, times.fromMs)
    const tickMs = await tick!
    await other.acknowledged(10)
    return { victim, led: killed === leader, tickMs, orderMs }
  } finally {
    await killed?.restart()
    await Promise.all(loads.map((load) => load.stop()))
    for (const load of loads) world.sent.push(...load.sent)
  }
}

async function firstOrder(load: MixedLoad, fromMs: number): Promise<number> {
  const first = await load.acknowledged(1)
  return firstSince(load.sent, fromMs, first) - fromMs
}

async function untilNextTick({ product }: KillWorld, fromMs: number): Promise<number> {
  return inDatabase(product, async (client) => {
    const newest = async () =>
      (await client.query<{ seq: string }>('SELECT sum(seq) AS seq FROM markets.heads')).rows[0]!.seq
    const before = await newest()
    while ((await newest()) === before) {
      if (performance.now() - fromMs > patienceMs) throw new Error('no tick arrived')
      await pause(20)
    }
    return performance.now() - fromMs
  })
}
