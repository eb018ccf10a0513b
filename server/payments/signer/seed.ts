import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * Reads the signer's seed from the recovery phrase (BIP 39) in `seedFile`, or in the file under `dataDir` that is
 * created once outside production. Throws an `Error` with one line for the operator, which never contains a word of the
 * phrase.
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
    throw new Error('SIGNER_SEED_FILE: must be set with NODE_ENV=production. Set CHAINS=0 to run without coins')
  const file = seedFile ?? ownSeedFile(dataDir)
  const words = wordsIn(file)
  if (words === undefined) throw new Error(`SIGNER_SEED_FILE: ${file} cannot be read`)
  if (!validateMnemonic(words, wordlist))
    throw new Error(`SIGNER_SEED_FILE: ${file} does not contain a recovery phrase (BIP 39, English)`)
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
    // Written atomically, and never over a seed that another process has just created.
    linkSync(made, file)
  } catch {
    // Uses the other process's seed.
  } finally {
    rmSync(made)
  }
  return file
}
