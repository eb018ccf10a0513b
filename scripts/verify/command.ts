import { readFileSync } from 'node:fs'
import type { Findings } from './findings.ts'
import { recordAt, RecordFailed, type PublicRecord } from './record.ts'

/** Verifies documents of one format. In field names, `*` matches every index of a list: `days.*.transfer`. */
export type Verifier<Document> = {
  format: string
  /** Describes the document with its article: `a mining statement`. */
  what: string
  /** Starts a sentence in the output: `The statement`. */
  name: string
  /** Fields that neither the document itself nor the public record can verify. */
  notChecked: readonly string[]
  /** Fields that are compared with the public record, and so are unchecked without the installation's URL. */
  checkedByRecord: readonly string[]
  /** What remains unproven even if every field holds. */
  notProven: string
  check(document: Document, record: PublicRecord | undefined): Promise<Findings>
  /** Returns a phrase that describes what was checked. */
  summary(document: Document): string
}

/**
 * Runs a verifier as a command: `FILE [URL]`. Resolves with the exit code: 0 if every check passed, 1 if one failed, 2
 * if none failed but some couldn't be decided, 64 if an argument is missing or can't be read.
 */
export async function runVerifier<Document>(
  command: string,
  verifier: Verifier<Document>,
  [file, address]: readonly string[],
): Promise<number> {
  const document = readDocument<Document>(command, verifier, file)
  if (typeof document === 'string') return refuse(document)
  if (address !== undefined && !/^https?:\/\//.test(address))
    return refuse(`${address} is not a URL such as https://practice.example`)
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
  if (!file) return `Add the file, and the URL of the installation to compare it with: npm run ${command} -- FILE [URL]`
  try {
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document & { format?: unknown }
    return document?.format === format ? document : `${file} is not ${what}`
  } catch (error) {
    return `Could not read ${file}: ${(error as Error).message}`
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
      `${open.length > 0 ? 'No check failed, but some can’t be decided' : `${verifier.name} holds`}: ` +
        `${verifier.summary(document)}.`,
    )
  for (const line of limitsOf(verifier, address !== undefined)) print(line)
  return faults.length > 0 ? 1 : open.length > 0 ? 2 : 0
}

/** Returns lines that list the unchecked fields and what remains unproven. */
export function limitsOf<Document>(
  { notChecked, checkedByRecord, notProven }: Verifier<Document>,
  hasRecord: boolean,
): string[] {
  const unchecked = hasRecord ? notChecked : [...notChecked, ...checkedByRecord]
  return [
    `Not checked: ${unchecked.join(', ')}.`,
    ...(hasRecord ? [] : ['Add the URL of the installation to compare more fields with the public record.']),
    `Not proven by this file: ${notProven} Nothing is signed.`,
  ]
}
