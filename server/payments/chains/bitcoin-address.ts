import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import { Address, OutScript, p2wpkh } from '@scure/btc-signer'
import { refusedPrefix } from './account-key.ts'
import type { AddressCheck } from './address.ts'
import type { AddressForm } from './bitcoin-network.ts'

/** Prefixes of segregated witness addresses, and the networks that they belong to. */
const otherNetworks: Record<string, string> = {
  tb: 'signet or testnet4',
  bcrt: 'regtest',
  ltc: 'Litecoin',
  tltc: 'Litecoin',
}

/** Returns the address of a compressed public key: pay to witness public key hash (BIP 84). */
export function addressOfKey(publicKey: Uint8Array, form: AddressForm): string {
  return p2wpkh(publicKey, form).address
}

/**
 * Checks an address in two steps: its encoding must be valid for the network, and its script must be one that nodes
 * relay.
 */
export function checkBitcoinAddress(text: string, form: AddressForm): AddressCheck {
  const typed = text
    .trim()
    .replace(/^bitcoin:/i, '')
    .replace(/\?.*$/, '')
  const refusal = refusedPrefix(typed) ?? refusedNetwork(typed, form)
  if (refusal) return { ok: false, reason: refusal }
  try {
    const script = OutScript.encode(Address(form).decode(typed))
    return { ok: true, address: Address(form).encode(OutScript.decode(script)) }
  } catch {
    return {
      ok: false,
      reason: { phrase: 'bitcoin_address_invalid' },
    }
  }
}

function refusedNetwork(typed: string, form: AddressForm): PhraseValue | undefined {
  if (/^bc1/i.test(typed) || /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(typed))
    return { phrase: 'bitcoin_address_of_main_network' }
  if (/^0x/i.test(typed)) return { phrase: 'bitcoin_address_of_ethereum' }
  const prefix = /^([a-z]+)1[a-z0-9]{8,}$/.exec(typed.toLowerCase())?.[1]
  const other = prefix !== undefined && prefix !== form.bech32 ? otherNetworks[prefix] : undefined
  return other === undefined
    ? undefined
    : { phrase: 'bitcoin_address_of_network', values: { network: other, prefix: `${form.bech32}1` } }
}

/** Returns the script of an address that passed `checkBitcoinAddress`. */
export function scriptOf(address: string, form: AddressForm): Uint8Array {
  return OutScript.encode(Address(form).decode(address))
}
