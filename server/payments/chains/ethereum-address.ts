import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address } from 'viem'
import { getAddress, isAddress, publicKeyToAddress, zeroAddress } from './ethereum-library.ts'
import { refusedPrefix } from './account-key.ts'
import type { AddressCheck } from './address.ts'

/**
 * Returns the address of a public key, compressed or not, with the EIP-55 checksum. Decompresses the key first: given a
 * compressed key, the library hashes the wrong bytes and returns a wrong address without an error.
 */
export function addressOfKey(publicKey: Uint8Array): Address {
  return publicKeyToAddress(`0x${secp256k1.Point.fromBytes(publicKey).toHex(false)}`)
}

/** Checks an address: 20 bytes, a valid mixed-case checksum if there is one (EIP-55), and not the zero address. */
export function checkEthereumAddress(text: string): AddressCheck {
  const typed = text
    .trim()
    .replace(/^ethereum:/i, '')
    .replace(/[@?].*$/, '')
  const refusal = refusedPrefix(typed)
  if (refusal) return { ok: false, reason: refusal }
  if (/^(bc1|tb1|bcrt1)/i.test(typed)) return { ok: false, reason: { phrase: 'ethereum_address_of_bitcoin' } }
  const digits = /^0x([0-9a-f]{40})$/i.exec(typed)?.[1]
  if (!digits) return { ok: false, reason: { phrase: 'ethereum_address_invalid' } }
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && !isAddress(typed)) return { ok: false, reason: { phrase: 'ethereum_checksum_wrong' } }
  const address = getAddress(`0x${digits.toLowerCase()}`)
  if (address === zeroAddress) return { ok: false, reason: { phrase: 'ethereum_address_zero' } }
  // The protocol's precompiled contracts. Coins sent to these addresses are lost as well.
  if (BigInt(address) <= 0xffffn) return { ok: false, reason: { phrase: 'ethereum_address_reserved' } }
  return { ok: true, address }
}
