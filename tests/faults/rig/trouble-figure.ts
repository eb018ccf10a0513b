import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inDatabase } from '../books.ts'
import { figure, milliseconds, skipped, type Figure } from './figure.ts'
import {
  check,
  plantDamage,
  settleAll,
  sendAgain,
  startKillWorld,
  stopKillWorld,
  underLoad,
  type KillWorld,
} from './kills.ts'

const name = 'disk full, clock moved, feed broken, database frozen'
const target = 'no false acknowledgement; the documented void rule; resumes without help'
const frozenMs = 20_000
const fullMs = 6_000
const hourSeconds = 3_600

/** `run` resolves with a description of the result, and adds failures to `problems`. */
type Case = {
  name: string
  settings?: Record<string, string>
  run(world: KillWorld, problems: string[]): Promise<string>
}

/** A case can't run on this machine. The message gives the reason. */
class CannotRun extends Error {}

/**
 * Measures R8: causes each kind of trouble on a separate instance of the product under load, then compares the journal
 * with the database.
 */
export async function measureTroubles(say: (line: string) => void): Promise<Figure[]> {
  const details: string[] = []
  const counts = { met: 0, missed: 0, skipped: 0 }
  for (const one of [frozen, clockMoved, brokenFeed, diskFull]) {
    const { verdict, said } = await attempt(one)
    counts[verdict] += 1
    details.push(`${one.name}: ${verdict}. ${said}`)
    say(details.at(-1)!)
  }
  if (counts.met + counts.missed === 0) return [skipped('R8', name, target, 'no case can run on this machine')]
  const measured = `${counts.met} of 4 cases passed, ${counts.missed} failed, ${counts.skipped} could not run`
  return [figure('R8', name, target, measured, counts.missed === 0, details)]
}

async function attempt({ settings, run }: Case): Promise<{ verdict: 'met' | 'missed' | 'skipped'; said: string }> {
  try {
    const { folder, settings: given } = run === diskFull.run ? mountSmallDisk() : { folder: undefined, settings }
    try {
      const world = await startKillWorld({ CHAINS: '0', ...given }, 6)
      try {
        const problems: string[] = []
        const said = await run(world, problems)
        const resent = await sendAgain(world)
        await settleAll(world)
        const { counts, findings } = check(world)
        problems.push(
          ...resent.wrong,
          ...findings.slice(0, 5).map(({ fault, subject, detail }) => `${fault} ${subject}: ${detail}`),
        )
        const planted = Object.values(await plantDamage(world)).map((seen) => seen.findings.length > findings.length)
        if (planted.includes(false)) problems.push('the checker missed planted damage')
        const control = `control: ${planted.filter(Boolean).length} of ${planted.length} planted faults reported`
        return {
          verdict: problems.length === 0 ? 'met' : 'missed',
          said: [said, JSON.stringify(counts), control, ...problems].join('; '),
        }
      } finally {
        await stopKillWorld(world)
      }
    } finally {
      if (folder) unmount(folder)
    }
  } catch (error) {
    return { verdict: error instanceof CannotRun ? 'skipped' : 'missed', said: (error as Error).message }
  }
}

const frozen: Case = {
  name: 'database frozen for 20 s',
  async run(world) {
    const firstMs = await underLoad(world, async () => {
      const pids = databaseProcesses(world)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await pause(frozenMs)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
      return performance.now()
    })
    return `first new order ${milliseconds(firstMs)} after the database resumed`
  },
}

/**
 * Returns the database server's process ids. The parent comes first: once the caller has stopped it, it can't start
 * other processes.
 */
function databaseProcesses({ product }: KillWorld): number[] {
  const file = path.join(product.dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const parent = Number(readFileSync(file, 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
  return [parent, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}

const clockMoved: Case = {
  name: 'clock moved an hour',
  async run(world) {
    const firstMs = await underLoad(world, async () => {
      await world.product.advance(hourSeconds)
    })
    return `first new order after ${milliseconds(firstMs)}`
  },
}

/** Creates a recording that stalls, repeats, goes back in time, jumps and contains invalid prices. */
function brokenRecording(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-feed-'))
  const startMs = Date.UTC(2026, 0, 5, 12)
  const rows = Array.from({ length: 240 }, (_, second) => ({
    atMs: startMs + second * 1000,
    price: (1.1 + (second % 7) / 10_000).toFixed(5),
  }))
  const line = ({ atMs, price }: { atMs: number; price: string }) => `${atMs},${price}`
  const lines = rows.filter((_, second) => second % 60 < 40).map(line)
  lines.splice(20, 0, lines[19]!)
  lines.splice(24, 2, lines[25]!, lines[24]!)
  lines.splice(28, 0, line({ ...rows[28]!, price: '11.5' }))
  lines.splice(30, 0, ...['NaN', '', '-1.1', 'Infinity'].map((price) => line({ ...rows[29]!, price })))
  writeFileSync(path.join(folder, 'EURUSD.csv'), ['timestamp_ms,price', ...lines, ''].join('\n'))
  return folder
}

/** The gate must have refused prices from the broken recording for at least one reason in each list. */
const wantedRefusals = [['not_a_price'], ['jump'], ['late', 'back_in_time'], ['duplicate']]

const brokenFeed: Case = {
  name: 'feed with stalls, repeats, reordered prices, spikes and NaN',
  settings: { MARKET: `replay:${brokenRecording()}?loop` },
  async run(world, problems) {
    const firstMs = await underLoad(world, () => pause(45_000))
    return inDatabase(world.product, async (client) => {
      const states = await client.query<{ state: string; n: string }>(
        'SELECT coalesce(void_code::text, state::text) AS state, count(*) AS n FROM trading.trades GROUP BY 1',
      )
      const refused = await client.query<{ reason: string; n: string }>(
        `SELECT reason, sum(count) AS n FROM markets.refused_counts WHERE symbol = 'EURUSD' GROUP BY 1 ORDER BY 1`,
      )
      const stored = await client.query(`
        SELECT FROM markets.ticks WHERE symbol = 'EURUSD'
          AND price NOT BETWEEN 0.9 * (SELECT min(price) FROM markets.ticks WHERE symbol = 'EURUSD')
            AND 1.1 * (SELECT min(price) FROM markets.ticks WHERE symbol = 'EURUSD')`)
      const unseen = wantedRefusals.filter((reasons) => !refused.rows.some(({ reason }) => reasons.includes(reason)))
      if (unseen.length > 0) problems.push(`no price was refused as ${unseen.flat().join(' or ')}`)
      if (stored.rowCount) problems.push(`${stored.rowCount} spikes were recorded as prices`)
      const list = (rows: string[]) => rows.join(', ')
      return (
        `orders resumed after ${milliseconds(firstMs)}; ${list(states.rows.map(({ state, n }) => `${n} ${state}`))}; ` +
        `refused prices: ${list(refused.rows.map(({ reason, n }) => `${n} ${reason}`))}`
      )
    })
  },
}

function mountSmallDisk(): { folder: string; settings: Record<string, string> } {
  if (process.getuid?.() !== 0) throw new CannotRun('mounting a small disk needs root')
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=1777', 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new CannotRun(`mount: ${stderr.trim()}`)
  mkdirSync(path.join(folder, 'data'), { mode: 0o755 })
  return { folder, settings: { DATA_DIR: path.join(folder, 'data') } }
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

const diskFull: Case = {
  name: 'disk full',
  async run(world, problems) {
    const filler = path.join(world.product.dataDir, 'filler')
    const firstMs = await underLoad(world, async () => {
      fill(filler)
      await pause(fullMs)
      unlinkSync(filler)
      return performance.now()
    })
    const refused = world.sent.filter(({ code }) => code === 'records_full').length
    if (refused === 0) problems.push('nothing was refused: no order arrived while the disk was full')
    return `${refused} refused as records_full; first new order ${milliseconds(firstMs)} after space was freed`
  },
}

/** Writes zeros until the disk is full. */
function fill(file: string): void {
  const block = Buffer.alloc(1 << 20)
  const descriptor = openSync(file, 'w')
  try {
    for (;;) writeSync(descriptor, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}
