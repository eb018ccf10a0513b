import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment } from '../../platform/child-environment.mjs'
import { endWithUs } from '../../platform/end-with-us.ts'
import type { Log } from '../../platform/log.ts'

/** A program that runs as long as we do. */
export type KeptChild = {
  /** Ends the program as it likes to be ended, and waits for it. */
  stop(): Promise<void>
  pid(): number | undefined
}

export type ChildOptions = {
  name: string
  /** Where its process id and its output are kept. */
  directory: string
  command: string
  /** A program that runs the command in surroundings of its own, with its arguments. */
  within?: string[]
  /** Asked before each start. */
  args: () => Promise<string[]> | string[]
  /** Resolves when the program serves. Rejected by `signal` where it ended before. */
  ready: (signal: AbortSignal) => Promise<void>
  /** Called after each start and after each unwanted end. */
  onState: (state: 'ready' | 'gone') => void
  log: Log
}

const endWithinMs = 15_000
const firstPauseMs = 500
const longestPauseMs = 15_000

/**
 * Starts a program and starts it again whenever it dies. It ends with us, also when we are killed: on Linux the kernel signals it,
 * and in any case the next start ends what the file of its process id still names.
 */
export async function keepChild(options: ChildOptions): Promise<KeptChild> {
  const { name, directory, log } = options
  mkdirSync(directory, { recursive: true })
  const pidFile = path.join(directory, `${name}.pid`)
  await endLeftover(pidFile, directory)
  let child: ChildProcess | undefined
  let stopping = false
  let pauseMs = firstPauseMs
  let restart: NodeJS.Timeout | undefined

  const start = async () => {
    const started = spawnEndingWithUs(
      options.within ?? [],
      options.command,
      await options.args(),
      path.join(directory, `${name}.log`),
    )
    child = started
    if (started.pid !== undefined) writeFileSync(pidFile, String(started.pid))
    const ended = new AbortController()
    started.once('exit', () => ended.abort(new Error(`${name} ended`)))
    started.once('error', (error) => ended.abort(error))
    ended.signal.addEventListener('abort', () => {
      if (stopping) return
      options.onState('gone')
      log.warn(
        { node: name, againInMs: pauseMs, reason: (ended.signal.reason as Error).message },
        'node ended; starting it again',
      )
      restart = setTimeout(() => void start().catch(() => {}), pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
    await options.ready(ended.signal)
    pauseMs = firstPauseMs
    options.onState('ready')
  }

  await start().catch((error: Error) => log.warn({ node: name, reason: error.message }, 'node did not start at once'))
  return {
    pid: () => child?.pid,
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
        await endProcess(child.pid, new Promise((resolve) => child!.once('exit', resolve)))
      rmSync(pidFile, { force: true })
    },
  }
}

function spawnEndingWithUs(within: string[], command: string, args: string[], logFile: string): ChildProcess {
  // Innermost: entering a namespace would clear the signal again.
  const [first, ...rest] = [...within, ...endWithUs(), command, ...args]
  const output = openSync(logFile, 'w')
  try {
    // In a group of its own, so that Ctrl-C ends it through us, after what it serves.
    return spawn(first!, rest, { stdio: ['ignore', output, output], env: childEnvironment(), detached: true })
  } finally {
    closeSync(output)
  }
}

/** Ends the program that an earlier run left behind. Its command line must name our folder: process ids are used again. */
async function endLeftover(pidFile: string, directory: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  if (pid > 0 && commandLine(pid).includes(directory)) await endProcess(pid, goneProcess(pid))
  rmSync(pidFile, { force: true })
}

function commandLine(pid: number): string {
  try {
    return existsSync('/proc/self')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', env: childEnvironment() })
  } catch {
    return ''
  }
}

async function endProcess(pid: number, gone: Promise<unknown>): Promise<void> {
  signal(pid, 'SIGTERM')
  const hard = setTimeout(() => signal(pid, 'SIGKILL'), endWithinMs)
  await gone
  clearTimeout(hard)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}

/** Of a process that is no child of ours, looked at ten times a second. */
function goneProcess(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (commandLine(pid) !== '') return
      clearInterval(timer)
      resolve()
    }, 100)
  })
}
