import { sentenceFields } from '../../../../api/sentences/sentences.ts'
import type { PhraseValue } from '../../../../api/sentences/sentences.ts'
import { z } from 'zod'
import type { WithdrawalMethod } from '../../../../api/states/withdrawal-states.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { Random } from '../../../platform/random.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { createSealer, keyedHash, lookupKey } from '../../../platform/secrets/sealing.ts'
import type { ChainAdapter, ChainCoin } from '../../chains/adapter.ts'
import { coinOf } from '../accounts.ts'

/** Where a withdrawal goes. */
export type Destination =
  | { method: 'BTC' | 'ETH'; address: string }
  | { method: 'PayPal'; address: string }
  | { method: 'Bank'; bname: string; aname: string; anumber: string; rnumber: string }

export type DestinationFields = {
  address?: string | undefined
  bname?: string | undefined
  aname?: string | undefined
  anumber?: string | undefined
  rnumber?: string | undefined
}

const email = z.email()
const accountNumber = /^[0-9A-Z]{4,34}$/
/** A routing number of nine digits, a sort code of six digits, or an IBAN. */
const routingNumber = /^(\d{6}|\d{9}|[A-Z]{2}\d{2}[0-9A-Z]{11,30})$/

/**
 * Returns the destination in its normalised form. Throws `missing_fields`, `bad_address` with the reason, or
 * `no_wallet` if the coin's node is unreachable. Source: docs/spec/product.md section 5.
 */
export async function destinationOf(
  method: WithdrawalMethod,
  fields: DestinationFields,
  adapters: Record<ChainCoin, Pick<ChainAdapter, 'validateAddress'>>,
): Promise<Destination> {
  if (method === 'Bank') return bankOf(fields)
  if (!fields.address) throw new Refused('missing_fields', {}, { address: 'enter_address' })
  if (method === 'PayPal') {
    const parsed = email.safeParse(fields.address.toLowerCase())
    if (!parsed.success) throw unsuitable('address', { phrase: 'enter_paypal' })
    return { method, address: parsed.data }
  }
  const check = await adapters[method].validateAddress(fields.address)
  if (!check.ok) throw unsuitable('address', check.reason)
  return { method, address: check.address }
}

function bankOf({ bname, aname, anumber, rnumber }: DestinationFields): Destination {
  if (!bname || !aname || !anumber || !rnumber) throw new Refused('missing_fields')
  const [account, routing] = [anumber, rnumber].map((text) => text.replace(/[\s-]/g, '').toUpperCase()) as [
    string,
    string,
  ]
  if (!accountNumber.test(account)) throw unsuitable('anumber', { phrase: 'enter_account_number' })
  if (!routingNumber.test(routing)) throw unsuitable('rnumber', { phrase: 'enter_routing_number' })
  if (/^[A-Z]/.test(routing) && !isIban(routing)) throw unsuitable('rnumber', { phrase: 'iban_invalid' })
  return { method: 'Bank', bname, aname, anumber: account, rnumber: routing }
}

/** Checks the ISO 7064 MOD 97-10 check digits that ISO 13616 requires. */
function isIban(text: string): boolean {
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

const unsuitable = (field: string, reason: PhraseValue) => new Refused('bad_address', { reason }, { [field]: reason })

/** Returns the destination for lists: wallet addresses in full, everything else shortened. */
export function shortened(destination: Destination): string {
  if (destination.method === 'Bank') return `${destination.bname} •••• ${destination.anumber.slice(-4)}`
  if (destination.method !== 'PayPal') return destination.address
  const [name, host] = destination.address.split('@') as [string, string]
  return `${name.slice(0, 1)}•••@${host}`
}

/** Returns the full destination line by line, for documents and for operators who gave a reason. */
export function payeeLines(destination: Destination): PayeeLine[] {
  if (destination.method !== 'Bank')
    return [payeeLine(coinOf(destination.method) ? 'address' : 'paypal', destination.address)]
  const { bname, aname, anumber, rnumber } = destination
  return [
    payeeLine('bank', bname),
    payeeLine('account_name', aname),
    payeeLine('account_number', anumber),
    payeeLine('routing_number', rnumber),
  ]
}

const payeeLine = (
  label: 'address' | 'paypal' | 'bank' | 'account_name' | 'account_number' | 'routing_number',
  value: string,
) => ({ ...sentenceFields('label', { phrase: `payee_${label}` as const }), value })

export type PayeeLine = ReturnType<typeof payeeLine>

/** Protects destinations in the database: encrypts each one for its row and computes a keyed hash for lookups. */
export type DestinationCipher = {
  seal(destination: Destination, customerId: string): Buffer
  open(sealed: Buffer, customerId: string): Destination
  fingerprint(destination: Destination): Buffer
}

/** Returns a withdrawal's destination; undefined if it was erased with the account. Throws if it can't be decrypted. */
export function openedDestination(
  cipher: Pick<DestinationCipher, 'open'>,
  { destinationSealed, customerId }: { destinationSealed: Buffer | null; customerId: string },
): Destination | undefined {
  return destinationSealed === null ? undefined : cipher.open(destinationSealed, customerId)
}

/** Returns the context that a destination's encryption is bound to. */
export const destinationPlace = (customerId: string) => `${customerId}/destination`

/** Encryption purpose of destinations. */
export const destinationPurpose = 'payments destinations'

export function createDestinationCipher(keys: Keys, random: Random): DestinationCipher {
  const sealer = createSealer(keys, destinationPurpose, random)
  const hashKey = lookupKey(keys, 'payments destination look-up')
  return {
    seal: (destination, customerId) => sealer.seal(JSON.stringify(destination), destinationPlace(customerId)),
    open: (sealed, customerId) => JSON.parse(sealer.open(sealed, destinationPlace(customerId))) as Destination,
    fingerprint: (destination) => keyedHash(hashKey, ...Object.values(destination)),
  }
}
