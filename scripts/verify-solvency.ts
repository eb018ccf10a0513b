import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// `npm run verify:solvency FILE [ROOT]`: checks a customer's proof (the answer of `solvency.proof`) against its root, or against the root
// that was published elsewhere. Shares no code with the server. Ends with 0 if it holds, 1 if not, 64 if the file cannot be read.
type Step = { side: 'left' | 'right'; hash: string; totals: string }
type Proof = { format: string; day: string; root: string; customer: string; salt: string; totals: string; path: Step[] }

const [file, published] = process.argv.slice(2)
const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

function readProof(): Proof {
  try {
    const proof = JSON.parse(readFileSync(file ?? '', 'utf8')) as Proof
    if (proof.format === 'tallystick-solvency-1') return proof
    throw new Error('it is no proof of solvency')
  } catch (error) {
    process.stderr.write(`${file ?? 'No file named'}: ${(error as Error).message}\n`)
    process.exit(64)
  }
}

/** Adds two texts of totals; each amount must be a whole number above zero. */
function add(a: string, b: string): string {
  const sums = new Map<string, bigint>()
  for (const entry of [...a.split(','), ...b.split(',')].filter(Boolean)) {
    const [asset = '', amount = ''] = entry.split(':')
    if (!/^[1-9]\d*$/.test(amount)) throw new Error(`a branch holds ${entry}`)
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amount))
  }
  return [...sums].sort(([x], [y]) => (x < y ? -1 : 1)).map(([asset, amount]) => `${asset}:${amount}`).join(',')
}

const proof = readProof()
let holds = false
let totals = proof.totals
try {
  let hash = hashOf(`leaf|${proof.salt}|${proof.customer}|${proof.totals}`)
  for (const step of proof.path) {
    const [left, right] = step.side === 'left' ? [step, { hash, totals }] : [{ hash, totals }, step]
    hash = hashOf(`branch|${left.hash}|${left.totals}|${right.hash}|${right.totals}`)
    totals = add(totals, step.totals)
  }
  holds = hash === (published ?? proof.root)
} catch (error) {
  process.stdout.write(`FAIL  ${(error as Error).message}\n`)
}
process.stdout.write(holds ? `The proof holds: on ${proof.day} you were owed ${proof.totals || 'nothing'}, counted among ${totals || 'nothing'}.\n` : 'The proof does NOT lead to the root.\n')
process.exit(holds ? 0 : 1)
