import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Several processes may serve from the same data. The first one runs the nodes and records its identity and their
 * addresses here; the others use them.
 */
export type Ownership = {
  /** Addresses of the nodes' RPC servers, for other processes. */
  publish(rpcUrls: Record<string, string>): void
  release(): void
}

type OwnerRecord = { pid: number; startedAt: string; rpcUrls: Record<string, string> }

const fileIn = (directory: string) => path.join(directory, 'owner.json')

/** Makes this process the owner of the nodes in `directory`, unless another running process already is. */
export function takeOwnership(directory: string): Ownership | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = fileIn(directory)
  if (livingOwner(directory)) return undefined
  rmSync(file, { force: true })
  const record = (rpcUrls: Record<string, string>): OwnerRecord => ({
    pid: process.pid,
    startedAt: startOf(process.pid),
    rpcUrls,
  })
  try {
    // If two processes start at once, only one creates the file.
    writeFileSync(file, JSON.stringify(record({})), { flag: 'wx', mode: 0o600 })
  } catch {
    return undefined
  }
  return {
    publish: (rpcUrls) => writeFileSync(file, JSON.stringify(record(rpcUrls)), { mode: 0o600 }),
    release: () => rmSync(file, { force: true }),
  }
}

/** Returns the addresses of the running owner's nodes; `undefined` if no process runs nodes here. */
export function livingOwner(directory: string): { rpcUrls: Record<string, string> } | undefined {
  const file = fileIn(directory)
  if (!existsSync(file)) return undefined
  try {
    const { pid, startedAt, rpcUrls } = JSON.parse(readFileSync(file, 'utf8')) as OwnerRecord
    return startOf(pid) === startedAt && startedAt !== '' ? { rpcUrls } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the start time of a process according to the kernel, which distinguishes reused process ids; empty if the
 * process has ended.
 */
function startOf(pid: number): string {
  try {
    if (existsSync('/proc/self'))
      return (
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[19] ?? ''
      )
    process.kill(pid, 0)
    return 'alive'
  } catch {
    return ''
  }
}
