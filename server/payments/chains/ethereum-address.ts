import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address } from 'viem'
import { getAddress, isAddress, publicKeyToAddress, zeroAddress } from './ethereum-library.ts'
import { refusedPrefix } from './account-key.ts'
import type { AddressCheck } from './address.ts'

/**
 * The address of a public key, compressed or not, in EIP-55 spelling. The key is decompressed first: given a compressed one, the library
 * would hash the wrong bytes and answer a wrong address without an error.
 */
export function addressOfKey(publicKey: Uint8Array): Address {
  return publicKeyToAddress(`0x${secp256k1.Point.fromBytes(publicKey).toHex(false)}`)
}

/** Checks the spelling of an address: 20 bytes, the mixed-case checksum where there is one (EIP-55), not the zero address. */
export function checkEthereumAddress(text: string): AddressCheck {
  const typed = text
    .trim()
    .replace(/^ethereum:/i, '')
    .replace(/[@?].*$/, '')
  const refusal = refusedPrefix(typed)
  if (refusal) return { ok: false, reason: refusal }
  if (/^(bc1|tb1|bcrt1)/i.test(typed))
    return { ok: false, reason: 'This is a Bitcoin address. Enter an Ethereum address.' }
  const digits = /^0x([0-9a-f]{40})$/i.exec(typed)?.[1]
  if (!digits)
    return { ok: false, reason: 'This is no Ethereum address: it begins with 0x and has 40 hexadecimal digits.' }
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && !isAddress(typed))
    return { ok: false, reason: 'The checksum of this address is wrong: a character was mistyped.' }
  const address = getAddress(`0x${digits.toLowerCase()}`)
  if (address === zeroAddress)
    return { ok: false, reason: 'Nobody has the key of the zero address: what is sent there is lost.' }
  // The precompiled contracts of the protocol: what is sent there is lost as well.
  if (BigInt(address) <= 0xffffn)
    return { ok: false, reason: 'This address belongs to the protocol itself: what is sent there is lost.' }
  return { ok: true, address }
}
