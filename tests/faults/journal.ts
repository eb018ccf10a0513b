import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import type { JournalLine } from './checker/journal.ts'

/** A client's journal of JSON lines. Each line is on disk before the client continues. */
export type JournalFile = { file: string; write(line: JournalLine): void; close(): void }

export function openJournal(file: string): JournalFile {
  const descriptor = openSync(file, 'a')
  return {
    file,
    write(line) {
      writeSync(descriptor, `${JSON.stringify(line)}\n`)
      fsyncSync(descriptor)
    },
    close: () => closeSync(descriptor),
  }
}
