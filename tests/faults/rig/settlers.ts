import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Product } from '../../product.ts'
import { connectTo } from '../books.ts'
import { commandOf, environmentOf, programsOn } from '../running-programs.ts'

/** The tables that a settlement locks in turn. It blocks on the first one that is locked, after all earlier work. */
export const settlementSteps = ['trading.customers', 'ledger.accounts', 'ledger.heads'] as const
export type SettlementStep = (typeof settlementSteps)[number]

const attempts = 20
/** If settlement times out on a customer's lock, it skips that customer until the row is unlocked. */
const holdMs = 2_000
const freeMs = 1_000

type Server = { product: Product; pid: number }

/**
 * Blocks a settlement at one step and calls `kill` with the process whose transaction waits there, then releases the
 * lock. Rejects if no settlement reaches the step within a minute.
 */
export async function killSettlerAt(
  step: SettlementStep,
  products: Product[],
  kill: (settler: Product) => Promise<void>,
): Promise<void> {
  const servers = products.map((product) => ({ product, pid: serverOf(product) }))
  const holder = await connectTo(products[0]!)
  const watcher = await connectTo(products[0]!)
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await holder.query('BEGIN')
      await holder.query(`SELECT FROM ${step} FOR UPDATE`)
      const settler = await waitingSettler(watcher, servers)
      if (settler) return await kill(settler)
      await holder.query('ROLLBACK')
      await pause(freeMs)
    }
    throw new Error(`no settlement reached ${step}`)
  } finally {
    await holder.end()
    await watcher.end()
  }
}

async function waitingSettler(watcher: pg.Client, servers: Server[]): Promise<Product | undefined> {
  const endMs = performance.now() + holdMs
  while (performance.now() < endMs) {
    const { rows } = await watcher.query<{ port: number }>(`
      SELECT client_port AS port FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%trading.settle_due%'`)
    for (const { port } of rows) {
      const socket = socketOf(port, watcher.port)
      const server = servers.find(({ pid }) => hasSocket(pid, socket))
      if (server) return server.product
    }
    await pause(5)
  }
  return undefined
}

/** Returns the process id of a product's server. */
function serverOf({ dataDir, url }: Product): number {
  const setting = new RegExp(`(?:^|\\0)PORT=${new URL(url).port}(?:\\0|$)`)
  const found = programsOn(dataDir).find(
    (pid) => /server\/main\.ts/.test(commandOf(pid)) && setting.test(environmentOf(pid)),
  )
  if (!found) throw new Error(`no server is running at ${url}`)
  return found
}

/** Returns Linux's name for the socket of a connection. Needs both ports: other connections may share the local one. */
function socketOf(localPort: number, remotePort: number): string {
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const fields = lines.map((line) => line.trim().split(/\s+/))
  const found = fields.find(
    ([, local, remote]) => local!.endsWith(hexPort(localPort)) && remote!.endsWith(hexPort(remotePort)),
  )
  return `socket:[${found?.[9]}]`
}

const hexPort = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`

function hasSocket(pid: number, socket: string): boolean {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).some((descriptor) => linkOf(`${folder}/${descriptor}`) === socket)
}

function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}
