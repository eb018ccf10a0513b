import { type PhraseValue, writePhrase } from '../../../api/sentences/sentences.ts'
import { HDKey } from '@scure/bip32'
import { type Branch, branches } from './address.ts'

/** Extended key versions of test networks: BIP 32 for tpub, SLIP-132 for vpub. */
const testVersions = { public: 0x043587cf, private: 0x04358394 }
const keyVersions: Record<string, { public: number; private: number }> = {
  tpub: testVersions,
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
}
const accountDepth = 3

export type AccountKeyCheck = { ok: true; key: AccountKey } | { ok: false; reason: string }

/** The public half of an account, which derives every address but can't sign. */
export type AccountKey = {
  /** The key as text, always a tpub. */
  tpub: string
  /** Returns the compressed public key (33 bytes) of an address. */
  publicKey(branch: Branch, index: number): Uint8Array
}

/**
 * Reads the extended public key of a test network account, tpub or vpub. Refuses mainnet keys (xpub, ypub, zpub) and
 * private keys, with the reason (docs/spec/truth.md section 1).
 */
export function readAccountKey(text: string): AccountKeyCheck {
  const trimmed = text.trim()
  const refusal = refusedPrefix(trimmed)
  if (refusal) return { ok: false, reason: writePhrase(refusal) }
  const versions = keyVersions[trimmed.slice(0, 4)]
  if (!versions) return { ok: false, reason: 'This is not an account key. Provide a tpub or vpub.' }
  try {
    const account = HDKey.fromExtendedKey(trimmed, versions)
    if (account.depth !== accountDepth)
      return { ok: false, reason: 'This key does not belong to an account (depth 3).' }
    return { ok: true, key: accountKey(account) }
  } catch {
    return { ok: false, reason: 'This key is damaged. Check it for a wrong or missing character.' }
  }
}

/** Returns why a text's prefix is refused; `undefined` if it is allowed. */
export function refusedPrefix(text: string): PhraseValue | undefined {
  if (/^[xyzYZ]pub/.test(text)) return { phrase: 'key_of_main_network', values: { prefix: text.slice(0, 4) } }
  if (/^[xyzYZtuvUV]prv/.test(text)) return { phrase: 'key_private' }
  return undefined
}

function accountKey(account: HDKey): AccountKey {
  const parents = Object.fromEntries(branches.map((branch, index) => [branch, account.deriveChild(index)])) as Record<
    Branch,
    HDKey
  >
  const { publicKey, chainCode, depth, index, parentFingerprint } = account
  const { publicExtendedKey: tpub } = new HDKey({
    versions: testVersions,
    publicKey: publicKey!,
    chainCode: chainCode!,
    depth,
    index,
    parentFingerprint,
  })
  return { tpub, publicKey: (branch, at) => parents[branch].deriveChild(at).publicKey! }
}

/**
 * Derivation paths of the accounts: BIP 84 for Bitcoin, BIP 44 for Ethereum, with the coin type that SLIP-44 assigns to
 * all test networks.
 */
export const accountPaths = { BTC: "m/84'/1'/0'", ETH: "m/44'/1'/0'" } as const

/** Returns a seed's account with test network versions, so that it is serialised as a tpub. For the signer. */
export function accountOfSeed(seed: Uint8Array, coin: keyof typeof accountPaths): HDKey {
  return HDKey.fromMasterSeed(seed, testVersions).derive(accountPaths[coin])
}

/** Returns a branch's number in a derivation path. */
export const branchNumber = (branch: Branch) => branches.indexOf(branch)
