import { runVerifier } from './verify/command.ts'
import { expertVerifier } from './verify/expert.ts'

// `npm run verify:expert -- FILE [URL]`: recomputes an expert's figures from its recorded trades. With the URL of the
// installation, also compares results and signals with the published prices, and reports signals without a trade.
process.exitCode = await runVerifier('verify:expert', expertVerifier, process.argv.slice(2))
