import { runVerifier } from './verify/command.ts'
import { yieldVerifier } from './verify/yield.ts'

// `npm run verify:yield -- FILE [URL]`: recomputes a yield statement. With the URL of the installation, also compares
// rates and prices with its public record.
process.exitCode = await runVerifier('verify:yield', yieldVerifier, process.argv.slice(2))
