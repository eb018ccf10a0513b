import { readFileSync } from 'node:fs'
import { checkReceipt } from '../server/trading/check-receipt.ts'

// `npm run verify:receipt FILE`: computes a trade's result again from its receipt, without a server.
// Ends with 0 if everything holds, 1 if something does not, 2 if the receipt does not hold enough to tell, 64 if it cannot be read.
const [file] = process.argv.slice(2)
const words = { pass: 'pass', fail: 'FAIL', open: 'open' }

function readReceipt(): unknown {
  if (!file) return giveUp('Name the file: npm run verify:receipt FILE')
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

const checks = checkReceipt(readReceipt())
for (const { name, result, detail } of checks) process.stdout.write(`${words[result]}  ${name}: ${detail}\n`)
process.stdout.write('Not proven by this file: that these are the prices everybody saw, the payout rate in force, who placed the order, ids and batches of transfers. Nothing is signed.\n')
const failed = checks.filter(({ result }) => result === 'fail').length
const open = checks.filter(({ result }) => result === 'open').length
process.stdout.write(failed > 0 ? `The receipt does NOT hold: ${failed} of ${checks.length} checks failed.\n` : open > 0 ? 'Nothing is wrong, but the receipt does not hold enough to tell.\n' : 'The receipt holds.\n')
process.exit(failed > 0 ? 1 : open > 0 ? 2 : 0)
