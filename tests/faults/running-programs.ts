import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of the processes that work on a folder: their command line or their environment names it. Zombies don't count. */
export function programsOn(folder: string): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter(
    (pid) => pid !== process.pid && [read(pid, 'cmdline'), read(pid, 'environ')].some((text) => text.includes(folder)),
  )
}

/** Returns the command line of a process, empty when it has ended. */
export const commandOf = (pid: number): string => read(pid, 'cmdline').replaceAll('\0', ' ')

export const environmentOf = (pid: number): string => read(pid, 'environ')

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
