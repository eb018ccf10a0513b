import { writeFileSync } from 'node:fs'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

// `node deploy/make-seed.mjs FILE`: 24 new words for the signer, readable by the owner alone. Never over a file that is there.
const file = process.argv[2] ?? '/etc/tallystick/seed'
try {
  writeFileSync(file, `${generateMnemonic(wordlist, 256)}\n`, { mode: 0o600, flag: 'wx' })
  process.stdout.write(`${file} holds the seed now. Copy it to a safe place: it is in no back-up of the database.\n`)
} catch (error) {
  process.stderr.write(`${error.code === 'EEXIST' ? `${file} is there already and stays as it is` : error.message}\n`)
  process.exitCode = 1
}
