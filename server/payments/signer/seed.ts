import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * The seed of the signer, from the words (BIP 39) in `seedFile`, or from those under `dataDir`, made once outside of production.
 * Throws an `Error` with a line for whoever runs the product; no message holds a word.
 */
export function readSeed({
  seedFile,
  dataDir,
  production,
}: {
  seedFile: string | undefined
  dataDir: string
  production: boolean
}): Uint8Array {
  if (!seedFile && production)
    throw new Error('SIGNER_SEED_FILE: must be set with NODE_ENV=production, or CHAINS=0 for no coins')
  const file = seedFile ?? ownSeedFile(dataDir)
  const words = wordsIn(file)
  if (words === undefined) throw new Error(`SIGNER_SEED_FILE: ${file} cannot be read`)
  if (!validateMnemonic(words, wordlist))
    throw new Error(`SIGNER_SEED_FILE: ${file} does not hold the words of a seed (BIP 39, English)`)
  return mnemonicToSeedSync(words)
}

function wordsIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim().split(/\s+/).join(' ')
  } catch {
    return undefined
  }
}

function ownSeedFile(dataDir: string): string {
  const directory = path.join(dataDir, 'signer')
  const file = path.join(directory, 'seed')
  if (existsSync(file)) return file
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const made = `${file}.${process.pid}`
  writeFileSync(made, `${entropyToMnemonic(randomBytes(32), wordlist)}\n`, { mode: 0o600 })
  try {
    // Whole or not at all, and never over a seed that another process has just made.
    linkSync(made, file)
  } catch {
    // The other one's counts.
  } finally {
    rmSync(made)
  }
  return file
}
