import { runVerifier } from './verify/command.ts'
import { yieldVerifier } from './verify/yield.ts'

// `npm run verify:yield -- FILE [ADDRESS]`: recomputes a yield statement, and compares rates and prices with the public record at ADDRESS.
process.exitCode = await runVerifier('verify:yield', yieldVerifier, process.argv.slice(2))
