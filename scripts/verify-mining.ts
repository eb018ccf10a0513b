import { runVerifier } from './verify/command.ts'
import { miningVerifier } from './verify/mining.ts'

// `npm run verify:mining -- FILE [URL]`: recomputes a mining statement. With the URL of the installation, also compares
// parameters, hash rate and prices with its public record.
process.exitCode = await runVerifier('verify:mining', miningVerifier, process.argv.slice(2))
