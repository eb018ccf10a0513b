import { readFileSync } from 'node:fs'
import { tradeReceipt } from '../contract/trading.ts'
import { checkReceipt } from '../server/trading/check-receipt.ts'
import { compareReceipt, receiptCheckedByRecord, receiptNotChecked } from './verify/receipt.ts'
import { recordAt, RecordFailed } from './verify/record.ts'

// `npm run verify:receipt -- FILE [ADDRESS]`: computes a trade's result again from its receipt, without a server. With the address of the installation it
// compares ticks, payout rate, refused prices and transfers with the public record.
// Ends with 0 if everything holds, 1 if something does not, 2 if the receipt does not hold enough to decide, 64 if it cannot be read.
const [file, address] = process.argv.slice(2)
const words = { pass: 'pass', fail: 'FAIL', open: 'open' }

function readReceipt(): unknown {
  if (!file) return giveUp('Name the file: npm run verify:receipt -- FILE [ADDRESS]')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return giveUp(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(64)
}

const json = readReceipt()
const checks = checkReceipt(json)
const parsed = tradeReceipt.safeParse(json)
if (address !== undefined && parsed.success) {
  if (!/^https?:\/\//.test(address)) giveUp(`${address} is not an address such as https://practice.example`)
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
  print('Name the address of the installation to compare ticks, payout rate and transfers with the public record.')
print(
  'Not proven by this file: who placed the order, and that everybody is shown the same public record. Nothing is signed.',
)
const failed = checks.filter(({ result }) => result === 'fail').length
const open = checks.filter(({ result }) => result === 'open').length
print(
  failed > 0
    ? `The receipt does NOT hold: ${failed} of ${checks.length} checks failed.`
    : open > 0
      ? 'Nothing is wrong, but the receipt does not hold enough to tell.'
      : 'The receipt holds.',
)
process.exit(failed > 0 ? 1 : open > 0 ? 2 : 0)
