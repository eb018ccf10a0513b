import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openCheckpoint, type Trust } from '../packages/verify/src/log/checkpoint.ts'
import { parseVerifierKey } from '../packages/verify/src/log/note.ts'
import { verifyLog } from './verify/log.ts'

// `npm run verify:log -- URL KEY [FILE]`: reads the whole transparency log of an installation and checks it against its
// public key. With FILE, also checks that the log extends the checkpoint in it, and stores the newest one there. Shares
// only packages/verify with the server. Exits with 0 if the log holds, 1 if not, 64 if an argument is missing or can't
// be read. Source: docs/spec/proof.md section 4.
const [address, keyText, file] = process.argv.slice(2)

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(64)
}

const log = parseVerifierKey(keyText ?? '')
if (!address || !/^https?:\/\//.test(address) || log?.kind !== 'log')
  refuse('Add the URL of the installation and the log’s public key: npm run verify:log -- URL KEY [FILE]')
const trust: Trust = { log, witnesses: [], quorum: 0 }

async function read(path: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(`/log/${path}`, address))
  if (!answer.ok) throw new Error(`/log/${path} answered with ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Returns the checkpoint that an earlier run stored. */
function knownTree() {
  if (!file || !existsSync(file)) return undefined
  const opened = openCheckpoint(readFileSync(file, 'utf8'), trust)
  return 'refused' in opened ? refuse(`${file} does not contain a checkpoint of this log`) : opened.checkpoint
}

try {
  const { newest, signed, types } = await verifyLog(read, trust, knownTree())
  for (const [type, entries] of types) process.stdout.write(`${type}: ${entries}\n`)
  process.stdout.write(`The log is valid: ${newest.checkpoint.size} entries.\n`)
  if (file) writeFileSync(file, signed)
} catch (error) {
  process.stdout.write(`FAIL  ${(error as Error).message}\nThe log is NOT valid.\n`)
  process.exit(1)
}
