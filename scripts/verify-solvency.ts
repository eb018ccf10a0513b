import { readFileSync } from 'node:fs'
import { climb, type Proof } from './verify/solvency.ts'

// `npm run verify:solvency FILE ROOT`: checks a customer's proof (the answer of `solvency.proof`) against the root that you noted on the public
// page, or with `FILE http://ADDRESS` against the statement that the server shows to everybody for that day. The root inside of the file
// would prove nothing. Shares no code with the server. Ends with 0 if it holds, 1 if not, 64 if an argument is missing or cannot be read.
const [file, against] = process.argv.slice(2)

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

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(64)
}

/** The root to compare with: given, or shown by the server to everybody for the day of the proof. */
async function publishedRoot(day: string): Promise<string> {
  if (!against)
    return refuse(
      'Name the root that you noted on the public page, or the address of the server: npm run verify:solvency -- FILE ROOT',
    )
  if (/^[0-9a-f]{64}$/.test(against)) return against
  if (!/^https?:\/\//.test(against))
    return refuse(`${against} is neither a root (64 hexadecimal digits) nor an address`)
  const answer = await fetch(new URL(`/api?r=solvency&day=${encodeURIComponent(day)}`, against)).catch(() => undefined)
  const statement = (answer?.ok ? await answer.json() : null) as { day: string; root: string } | null
  if (!statement) return refuse(`${against} shows no statement of ${day}`)
  return statement.day === day ? statement.root : refuse(`${against} answered with the statement of ${statement.day}`)
}

const proof = readProof()
const published = await publishedRoot(proof.day)
let holds = false
let totals = proof.totals
try {
  ;({ holds, totals } = climb(proof, published))
} catch (error) {
  process.stdout.write(`FAIL  ${(error as Error).message}\n`)
}
const when = /^https?:/.test(against ?? '') ? `on ${proof.day}` : 'in the statement with this root'
process.stdout.write(
  holds
    ? `The proof holds: ${when} you were owed ${proof.totals || 'nothing'}, counted among ${totals || 'nothing'}.\n`
    : 'The proof does NOT lead to the root.\n',
)
if (holds) {
  process.stdout.write(
    'Not proven by this file: that everybody is shown the same root, that nobody was left out, and what is held. Nothing is signed.\n',
  )
  if (when.startsWith('in'))
    process.stdout.write(
      `Not proven by this file: the day, ${proof.day}. Name the address of the server to compare it.\n`,
    )
}
process.exit(holds ? 0 : 1)
