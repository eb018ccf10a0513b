import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { tradeReceipt } from '../api/calls/trading/trading.ts'
import { parseVerifierKey, type Trust } from '../packages/verify/src/index.ts'
import { checkReceipt } from '../server/trading/records/check-receipt.ts'
import { compareReceipt, receiptCheckedByRecord, receiptNotChecked } from './verify/receipt.ts'
import { recordAt, RecordFailed } from './verify/record.ts'

// `npm run verify:receipt -- FILE [URL] [--log KEY]`: recomputes a trade's result from its receipt, without a server.
// With the URL of the installation, also compares ticks, payout rate, refused prices and transfers with its public
// record. With the public key of its transparency log, also checks that the log contains the trade.
// Exits with 0 if every check passes, 1 if one fails, 2 if the receipt lacks data for a check, 64 if it can't be read.
const { positionals, values } = parseArgs({ allowPositionals: true, options: { log: { type: 'string' } } })
const [file, address] = positionals
const words = { pass: 'pass', fail: 'FAIL', open: 'open' }

function readReceipt(): unknown {
  if (!file) return giveUp('Add the file: npm run verify:receipt -- FILE [URL] [--log KEY]')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return giveUp(`Could not read ${file}: ${(error as Error).message}`)
  }
}

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(64)
}

/** Returns the trust in a log's public key, as the transparency page shows it. */
function trustIn(text: string): Trust {
  const log = parseVerifierKey(text)
  return log?.kind === 'log' ? { log, witnesses: [], quorum: 0 } : giveUp(`${text} is not the public key of a log`)
}

const json = readReceipt()
const checks = checkReceipt(json, values.log === undefined ? undefined : trustIn(values.log))
const parsed = tradeReceipt.safeParse(json)
if (address !== undefined && parsed.success) {
  if (!/^https?:\/\//.test(address)) giveUp(`${address} is not a URL such as https://practice.example`)
  try {
    checks.push(...(await compareReceipt(parsed.data, recordAt(address))))
  } catch (error) {
    if (error instanceof RecordFailed) giveUp(error.message)
    throw error
  }
}
const print = (line: string) => process.stdout.write(`${line}\n`)
for (const { name, result, detail } of checks) print(`${words[result]}  ${name}: ${detail}`)
print(`Not checked: ${[...receiptNotChecked, ...(address === undefined ? receiptCheckedByRecord : [])].join(', ')}.`)
if (address === undefined)
  print('Add the URL of the installation to compare ticks, payout rate and transfers with the public record.')
if (values.log === undefined) print('Add --log KEY to check that the transparency log contains the trade.')
print('Not proven by this file: who placed the order, and that everybody sees the same log.')
const failed = checks.filter(({ result }) => result === 'fail').length
const open = checks.filter(({ result }) => result === 'open').length
print(
  failed > 0
    ? `The receipt does NOT hold: ${failed} of ${checks.length} checks failed.`
    : open > 0
      ? 'No check failed, but the receipt lacks data for some of them.'
      : 'The receipt holds.',
)
process.exit(failed > 0 ? 1 : open > 0 ? 2 : 0)
