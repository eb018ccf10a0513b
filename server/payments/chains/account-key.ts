import { HDKey } from '@scure/bip32'
import { type Branch, branches } from './address.ts'

/** Versions of extended keys of test networks: BIP 32 for tpub, SLIP-132 for vpub. */
const testVersions = { public: 0x043587cf, private: 0x04358394 }
const keyVersions: Record<string, { public: number; private: number }> = {
  tpub: testVersions,
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
}
const accountDepth = 3

export type AccountKeyCheck = { ok: true; key: AccountKey } | { ok: false; reason: string }

/** The public half of an account: enough for every address, not for a signature. */
export type AccountKey = {
  /** The key as text, always a tpub. */
  tpub: string
  /** The compressed public key (33 bytes) of an address. */
  publicKey(branch: Branch, index: number): Uint8Array
}

/**
 * Reads an account's extended public key of a test network, tpub or vpub. Keys of the main network (xpub, ypub, zpub) and private keys
 * are refused with the reason (docs/spec/truth.md section 1).
 */
export function readAccountKey(text: string): AccountKeyCheck {
  const trimmed = text.trim()
  const refusal = refusedPrefix(trimmed)
  if (refusal) return { ok: false, reason: refusal }
  const versions = keyVersions[trimmed.slice(0, 4)]
  if (!versions) return { ok: false, reason: 'This is no account key: give a tpub or vpub.' }
  try {
    const account = HDKey.fromExtendedKey(trimmed, versions)
    if (account.depth !== accountDepth) return { ok: false, reason: 'This key is not the key of an account (depth 3).' }
    return { ok: true, key: accountKey(account) }
  } catch {
    return { ok: false, reason: 'This key is damaged: a character is wrong or missing.' }
  }
}

/** Why a key of this beginning is not taken, `undefined` where it may be. Also for texts that are no keys at all. */
export function refusedPrefix(text: string): string | undefined {
  if (/^[xyzYZ]pub/.test(text))
    return `${text.slice(0, 4)} keys belong to the main network; only test networks are allowed here (tpub or vpub).`
  if (/^[xyzYZtuvUV]prv/.test(text))
    return 'This is a private key. Never enter one anywhere; only public keys (tpub or vpub) are taken.'
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

/** The account's path below a seed: BIP 84 for Bitcoin, BIP 44 for Ethereum, with SLIP-44's coin type of all test networks. */
export const accountPaths = { BTC: "m/84'/1'/0'", ETH: "m/44'/1'/0'" } as const

/** The account of a seed, with versions of test networks, so that what it writes down is a tpub. For the signer. */
export function accountOfSeed(seed: Uint8Array, coin: keyof typeof accountPaths): HDKey {
  return HDKey.fromMasterSeed(seed, testVersions).derive(accountPaths[coin])
}

/** The number of a branch in a path. */
export const branchNumber = (branch: Branch) => branches.indexOf(branch)
