import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * Returns the faucet key of one of our own chains. It is created once, readable only by the owner of the data, and
 * used for nothing else.
 */
export function faucetKey(directory: string, name: string): Uint8Array {
  const file = path.join(directory, `${name}-faucet.key`)
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, Buffer.from(secp256k1.utils.randomSecretKey()).toString('hex'), { mode: 0o600 })
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
