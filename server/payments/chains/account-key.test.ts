import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, it } from 'vitest'
import { publicKeyToAddress } from 'viem/accounts'
import { accountOfSeed, readAccountKey } from './account-key.ts'
import { addressOfKey as bitcoinAddress } from './bitcoin-address.ts'
import { addressForms } from './bitcoin-network.ts'
import { addressOfKey as ethereumAddress } from './ethereum-address.ts'

const seed = mnemonicToSeedSync(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
)
const versions = {
  tpub: { public: 0x043587cf, private: 0x04358394 },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
}
const main = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  ypub: { public: 0x049d7cb2, private: 0x049d7878 },
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('derivation', () => {
  // Test vectors from BIP 84. Their account is for mainnet, but a test network's version bytes give the same keys.
  const vectorAccount = HDKey.fromMasterSeed(seed, versions.tpub).derive("m/84'/0'/0'")

  it('derives the keys of the BIP 84 test vectors', () => {
    expect(HDKey.fromMasterSeed(seed, main.zpub).derive("m/84'/0'/0'").publicExtendedKey).toBe(
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
    )
    const read = readAccountKey(vectorAccount.publicExtendedKey)
    if (!read.ok) throw new Error(read.reason)
    expect(hex(read.key.publicKey('deposit', 0))).toBe(
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    )
    expect(hex(read.key.publicKey('deposit', 1))).toBe(
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
    )
    expect(hex(read.key.publicKey('change', 0))).toBe(
      '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
    )
    expect(bitcoinAddress(read.key.publicKey('deposit', 0), { ...addressForms.signet, bech32: 'bc' })).toBe(
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    )
  })

  it('reads tpub and vpub as the same account', () => {
    const account = accountOfSeed(seed, 'BTC')
    const { publicKey, chainCode, depth, index, parentFingerprint } = account
    const vpub = new HDKey({
      versions: versions.vpub,
      publicKey: publicKey!,
      chainCode: chainCode!,
      depth,
      index,
      parentFingerprint,
    }).publicExtendedKey
    expect(vpub).toMatch(/^vpub/)
    const [left, right] = [readAccountKey(account.publicExtendedKey), readAccountKey(vpub)]
    if (!left.ok || !right.ok) throw new Error('not read')
    expect(right.key.tpub).toBe(account.publicExtendedKey)
    expect(right.key.publicKey('deposit', 7)).toEqual(left.key.publicKey('deposit', 7))
    expect(bitcoinAddress(left.key.publicKey('deposit', 0), addressForms.testnet4)).toBe(
      'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
    )
  })

  it('decompresses a public key before it derives an Ethereum address from it', () => {
    // The first account of the mnemonic that development nodes use, then private key 1.
    const one = HDKey.fromMasterSeed(
      mnemonicToSeedSync('test test test test test test test test test test test junk'),
    ).derive("m/44'/60'/0'/0/0")
    expect(ethereumAddress(one.publicKey!)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(
      ethereumAddress(Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')),
    ).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    // Given the compressed key, the library would return a different address.
    expect(publicKeyToAddress(`0x${hex(one.publicKey!)}`)).not.toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })
})

describe('readAccountKey', () => {
  const account = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'")
  const reasonOf = (text: string) => {
    const read = readAccountKey(text)
    return read.ok ? 'taken' : read.reason
  }

  it.each(Object.entries(main))('refuses mainnet keys: %s', (name, version) => {
    const key = HDKey.fromMasterSeed(seed, version).derive("m/84'/0'/0'").publicExtendedKey
    expect(key.slice(0, 4)).toBe(name)
    expect(reasonOf(key)).toMatch(new RegExp(`^${name} keys belong to mainnet`))
  })
  it('refuses private keys', () => {
    expect(reasonOf(account.privateExtendedKey)).toMatch(/private key/)
    expect(reasonOf(accountOfSeed(seed, 'ETH').privateExtendedKey)).toMatch(/private key/)
  })
  it('refuses damaged keys, keys at another depth and other text', () => {
    const good = accountOfSeed(seed, 'BTC').publicExtendedKey
    expect(reasonOf(`${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`)).toMatch(/damaged/)
    expect(reasonOf(HDKey.fromMasterSeed(seed, versions.tpub).publicExtendedKey)).toMatch(/depth 3/)
    expect(reasonOf('')).toMatch(/tpub or vpub/)
    expect(reasonOf('bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x')).toMatch(/tpub or vpub/)
  })
})
