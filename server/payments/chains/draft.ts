import { z } from 'zod'
import { branches } from './address.ts'

const units = z.string().regex(/^\d{1,30}$/)
const claims = z.array(z.string()).min(1)
const ownKey = { branch: z.enum(branches), index: z.number().int().min(0).max(0x7fffffff) }

/**
 * A planned, unsigned payment. Plain JSON, so that it can be stored; amounts are decimal strings in the chain's
 * smallest unit. `claims` name the resources it uses: Bitcoin outputs (`txid:vout`), or one of an account's nonces
 * (`address:nonce`). Of all drafts that share a claim, at most one can confirm.
 */
const common = {
  kind: z.enum(['payment', 'sweep']),
  to: z.string(),
  amountUnits: units,
  /** Bitcoin: the fee. Ethereum: the maximum fee. */
  feeUnits: units,
  claims,
}

const bitcoinDraft = z.object({
  coin: z.literal('BTC'),
  network: z.enum(['regtest', 'signet', 'testnet4']),
  ...common,
  kind: z.literal('payment'),
  inputs: z
    .array(
      z.object({
        txid: z.string().regex(/^[0-9a-f]{64}$/),
        vout: z.number().int().min(0),
        amountUnits: units,
        ...ownKey,
      }),
    )
    .min(1),
  /** The change output to our own address; null if it would be dust. */
  change: z.object({ address: z.string(), amountUnits: units, ...ownKey }).nullable(),
})

const ethereumDraft = z.object({
  coin: z.literal('ETH'),
  chainId: z.number().int(),
  ...common,
  from: z.object({ address: z.string(), ...ownKey }),
  nonce: z.number().int().min(0),
  gasLimit: units,
  maxFeePerGas: units,
  maxPriorityFeePerGas: units,
})

export const draftSchema = z.discriminatedUnion('coin', [bitcoinDraft, ethereumDraft])

export type BitcoinDraft = z.output<typeof bitcoinDraft>
export type EthereumDraft = z.output<typeof ethereumDraft>
export type Draft = BitcoinDraft | EthereumDraft

/** A raw transaction in hexadecimal (with 0x for Ethereum) and its hash on the chain. */
export type SignedDraft = { raw: string; txid: string }
