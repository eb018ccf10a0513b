import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment } from '../../platform/process/child-environment.mjs'
import { stopWithParent } from '../../platform/process/stop-with-parent.ts'
import type { Log } from '../../platform/log.ts'

/** A child program that is restarted whenever it exits. */
export type SupervisedChild = {
  /** Ends the program gracefully and waits for it. */
  stop(): Promise<void>
  pid(): number | undefined
}

export type ChildOptions = {
  name: string
  /** The folder for its process id file and its output. */
  directory: string
  command: string
  /** A wrapper program that runs the command, with its arguments. */
  within?: string[]
  /** Called before each start. */
  args: () => Promise<string[]> | string[]
  /** Resolves when the program is ready. `signal` aborts the wait if the program exits first. */
  ready: (signal: AbortSignal) => Promise<void>
  /** Called after each start and after each unexpected exit. */
  onState: (state: 'ready' | 'gone') => void
  log: Log
}

const endWithinMs = 15_000
const firstPauseMs = 500
const maxPauseMs = 15_000

/**
 * Starts a program and restarts it whenever it exits. The program ends with this process, even if this process is
 * killed: on Linux, the kernel signals the program; on any system, the next start ends the program that an earlier
 * process left behind.
 */
export async function superviseChild(options: ChildOptions): Promise<SupervisedChild> {
  const { name, directory, log } = options
  mkdirSync(directory, { recursive: true })
  const pidFile = path.join(directory, `${name}.pid`)
  await endLeftover(pidFile, directory)
  let child: ChildProcess | undefined
  let stopping = false
  let pauseMs = firstPauseMs
  let restart: NodeJS.Timeout | undefined

  const start = async () => {
    const started = spawnBoundToUs(
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
        'node exited; restarting it',
      )
      restart = setTimeout(() => void start().catch(() => {}), pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    })
    await options.ready(ended.signal)
    pauseMs = firstPauseMs
    options.onState('ready')
  }

  await start().catch((error: Error) => log.warn({ node: name, reason: error.message }, 'node did not start; retrying'))
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

function spawnBoundToUs(within: string[], command: string, args: string[], logFile: string): ChildProcess {
  // `stopWithParent` comes innermost, because entering a namespace would clear the signal that it sets.
  const [first, ...rest] = [...within, ...stopWithParent(), command, ...args]
  const output = openSync(logFile, 'w')
  try {
    // Runs the program in its own process group, so that Ctrl-C doesn't reach it directly: this process closes its
    // connections first and then stops the program.
    return spawn(first!, rest, { stdio: ['ignore', output, output], env: childEnvironment(), detached: true })
  } finally {
    closeSync(output)
  }
}

/**
 * Ends the program that an earlier run left behind. Its command line must contain our folder, because process ids are
 * reused.
 */
async function endLeftover(pidFile: string, directory: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  if (pid > 0 && commandLine(pid).includes(directory)) await endProcess(pid, processExit(pid))
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
    // The process has already exited.
  }
}

/** Waits for the exit of a process that isn't our child, polling ten times a second. */
function processExit(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (commandLine(pid) !== '') return
      clearInterval(timer)
      resolve()
    }, 100)
  })
}
