import { readFileSync } from 'node:fs'
import { climb, type Proof } from './verify/solvency.ts'

// `npm run verify:solvency FILE ROOT`: checks a customer's proof (the response of `solvency.proof`) against the root
// that you noted from the public page. With `FILE URL`, checks it against the public statement of that day. The root in
// the file itself would prove nothing. Shares no code with the server. Exits with 0 if the proof holds, 1 if not, 64 if
// an argument is missing or can't be read.
const [file, against] = process.argv.slice(2)

function readProof(): Proof {
  try {
    const proof = JSON.parse(readFileSync(file ?? '', 'utf8')) as Proof
    if (proof.format === 'tallystick-solvency-1') return proof
    throw new Error('not a proof of solvency')
  } catch (error) {
    process.stderr.write(`${file ?? 'No file given'}: ${(error as Error).message}\n`)
    process.exit(64)
  }
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(64)
}

/** Returns the root to compare with: the given one, or the server's public root for the proof's day. */
async function publishedRoot(day: string): Promise<string> {
  if (!against)
    return refuse(
      'Add the root that you noted from the public page, or the URL of the server: ' +
        'npm run verify:solvency -- FILE ROOT',
    )
  if (/^[0-9a-f]{64}$/.test(against)) return against
  if (!/^https?:\/\//.test(against)) return refuse(`${against} is neither a root (64 hexadecimal digits) nor a URL`)
  const answer = await fetch(new URL(`/api?r=solvency&day=${encodeURIComponent(day)}`, against)).catch(() => undefined)
  const statement = (answer?.ok ? await answer.json() : null) as { day: string; root: string } | null
  if (!statement) return refuse(`${against} has no statement for ${day}`)
  return statement.day === day ? statement.root : refuse(`${against} returned the statement for ${statement.day}`)
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
    ? `The proof holds: ${when} you were owed ${proof.totals || 'nothing'}, out of a total of ${totals || 'nothing'}.\n`
    : 'The proof does NOT lead to the root.\n',
)
if (holds) {
  process.stdout.write(
    'Not proven by this file: that everybody sees the same root, that no customer was left out, and which assets ' +
      'are held. Nothing is signed.\n',
  )
  if (when.startsWith('in'))
    process.stdout.write(`Not proven by this file: the day, ${proof.day}. Add the URL of the server to compare it.\n`)
}
process.exit(holds ? 0 : 1)
