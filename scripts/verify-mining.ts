import { runVerifier } from './verify/command.ts'
import { miningVerifier } from './verify/mining.ts'

// `npm run verify:mining -- FILE [ADDRESS]`: recomputes a mining statement, and compares parameters, hash rate and prices with the public record at ADDRESS.
process.exitCode = await runVerifier('verify:mining', miningVerifier, process.argv.slice(2))
