import { readFileSync } from 'node:fs'
import type { Findings } from './findings.ts'
import { recordAt, RecordFailed, type PublicRecord } from './record.ts'

/** A verifier of documents of one format. Fields are named with `*` for any place in a list, such as `days.*.transfer`. */
export type Verifier<Document> = {
  format: string
  /** What the document is, in words: `a mining statement`. */
  what: string
  /** How the output names it: `The statement`. */
  name: string
  /** Fields that nothing decides, neither the document itself nor the public record. */
  notChecked: readonly string[]
  /** Fields that are compared with the public record, so that they aren't checked without the installation's address. */
  checkedByRecord: readonly string[]
  /** What remains unproven even if every field holds. */
  notProven: string
  check(document: Document, record: PublicRecord | undefined): Promise<Findings>
  /** Says in words what was checked. */
  summary(document: Document): string
}

/**
 * Runs a verifier as a command: `FILE [ADDRESS]`. Resolves with the exit code: 0 if everything holds, 1 if something doesn't, 2 if nothing is
 * wrong but something stays undecided, 64 if an argument is missing or can't be read.
 */
export async function runVerifier<Document>(
  command: string,
  verifier: Verifier<Document>,
  [file, address]: readonly string[],
): Promise<number> {
  const document = readDocument<Document>(command, verifier, file)
  if (typeof document === 'string') return refuse(document)
  if (address !== undefined && !/^https?:\/\//.test(address))
    return refuse(`${address} is not an address such as https://practice.example`)
  try {
    return report(
      verifier,
      document,
      address,
      await verifier.check(document, address === undefined ? undefined : recordAt(address)),
    )
  } catch (error) {
    if (error instanceof RecordFailed) return refuse(error.message)
    throw error
  }
}

/** Returns the document, or why it can't be read. */
function readDocument<Document>(
  command: string,
  { format, what }: Pick<Verifier<Document>, 'format' | 'what'>,
  file: string | undefined,
): Document | string {
  if (!file)
    return `Name the file, and the address of the installation to compare it with: npm run ${command} -- FILE [ADDRESS]`
  try {
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document & { format?: unknown }
    return document?.format === format ? document : `${file} is not ${what}`
  } catch (error) {
    return `${file} can't be read: ${(error as Error).message}`
  }
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`)
  return 64
}

function report<Document>(
  verifier: Verifier<Document>,
  document: Document,
  address: string | undefined,
  { faults, open }: Findings,
): number {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  for (const fault of faults) print(`FAIL  ${fault}`)
  for (const each of open) print(`open  ${each}`)
  if (faults.length > 0) print(`${verifier.name} does NOT hold: ${faults.length} faults.`)
  else
    print(
      `${open.length > 0 ? 'Nothing is wrong, but not everything can be decided' : `${verifier.name} holds`}: ${verifier.summary(document)}.`,
    )
  for (const line of limitsOf(verifier, address !== undefined)) print(line)
  return faults.length > 0 ? 1 : open.length > 0 ? 2 : 0
}

/** Says which fields were not checked, and what stays unproven. */
export function limitsOf<Document>(
  { notChecked, checkedByRecord, notProven }: Verifier<Document>,
  hasRecord: boolean,
): string[] {
  const unchecked = hasRecord ? notChecked : [...notChecked, ...checkedByRecord]
  return [
    `Not checked: ${unchecked.join(', ')}.`,
    ...(hasRecord ? [] : ['Name the address of the installation to compare more of it with the public record.']),
    `Not proven by this file: ${notProven} Nothing is signed.`,
  ]
}
