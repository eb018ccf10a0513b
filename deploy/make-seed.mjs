import { writeFileSync } from 'node:fs'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

// `node deploy/make-seed.mjs FILE`: writes a new recovery phrase of 24 words for the signer, readable only by the
// file's owner. Never overwrites a file.
const file = process.argv[2] ?? '/etc/tallystick/seed'
try {
  writeFileSync(file, `${generateMnemonic(wordlist, 256)}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(
    `${file} now contains the seed. Copy it to a safe place, because backups of the database don't include it.\n`,
  )
} catch (error) {
  process.stderr.write(`${error.code === 'EEXIST' ? `${file} already exists and was not changed` : error.message}\n`)
  process.exitCode = 1
}
