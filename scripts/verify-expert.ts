import { runVerifier } from './verify/command.ts'
import { expertVerifier } from './verify/expert.ts'

// `npm run verify:expert -- FILE [ADDRESS]`: works out an expert's figures from its recorded trades. With the address of the installation it compares
// results and signals with the published prices, and reports the signals of the rule that have no trade.
process.exitCode = await runVerifier('verify:expert', expertVerifier, process.argv.slice(2))
