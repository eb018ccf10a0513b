import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of processes whose command line or environment contains a folder. Zombies don't count. */
export function programsOn(folder: string): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter(
    (pid) => pid !== process.pid && [read(pid, 'cmdline'), read(pid, 'environ')].some((text) => text.includes(folder)),
  )
}

/** Returns the command line of a process; empty if it has ended. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ')

export const environmentOf = (pid: number): string => read(pid, 'environ')

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
