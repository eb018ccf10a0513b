import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../../product.ts'
import { connectTo } from '../books.ts'
import { commandOf, environmentOf, programsOn } from '../running-programs.ts'

/** What a settlement locks one after the other: it waits where one is held, with all of the earlier work done. */
export const settlementSteps = ['trading.customers', 'ledger.accounts', 'ledger.heads'] as const
export type SettlementStep = (typeof settlementSteps)[number]

const patienceMs = 30_000

/**
 * Holds a settlement at one step and calls `kill` with the process whose transaction waits there. Then lets go. Rejects
 * when no settlement gets there in half a minute.
 */
export async function killSettlerAt(step: SettlementStep, products: Product[], kill: (settler: Product) => Promise<void>): Promise<void> {
  const holder = await connectTo(products[0]!)
  const watcher = await connectTo(products[0]!)
  try {
    await holder.query('BEGIN')
    await holder.query(`SELECT FROM ${step} FOR UPDATE`)
    const endMs = performance.now() + patienceMs
    for (;;) {
      const { rows } = await watcher.query<{ port: number }>(`
        SELECT client_port AS port FROM pg_stat_activity
        WHERE application_name = 'tallystick' AND wait_event_type = 'Lock' AND query LIKE '%trading.settle_due%'`)
      const settler = rows.map(({ port }) => clientOf(port, products)).find((product) => product !== undefined)
      if (settler) return await kill(settler)
      if (performance.now() > endMs) throw new Error(`no settlement came to ${step}`)
      await pause(5)
    }
  } finally {
    await holder.end()
    await watcher.end()
  }
}

/** Returns the product whose server has a connection from this local port. */
function clientOf(port: number, products: Product[]): Product | undefined {
  const socket = socketOf(port)
  const owner = programsOn(products[0]!.dataDir).find((pid) => /server\/main\.ts/.test(commandOf(pid)) && hasSocket(pid, socket))
  const served = owner && /(?:^|\0)PORT=(\d+)/.exec(environmentOf(owner))?.[1]
  return products.find(({ url }) => new URL(url).port === served)
}

/** Returns the name that Linux gives the socket of a local port. */
function socketOf(port: number): string {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return `socket:[${fields.find(([, local]) => local!.endsWith(ending))?.[9]}]`
}

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
