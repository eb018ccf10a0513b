import { readFileSync } from 'node:fs'
import { writePhrase } from '../../../api/sentences/sentences.ts'
import { describe, expect, it } from 'vitest'
import { checkBitcoinAddress } from './bitcoin-address.ts'
import { addressForms } from './bitcoin-network.ts'
import { checkEthereumAddress } from './ethereum-address.ts'

const reason = (checked: ReturnType<typeof checkEthereumAddress>) =>
  checked.ok ? 'taken' : writePhrase(checked.reason)
const btc = (text: string, network: keyof typeof addressForms = 'regtest') =>
  reason(checkBitcoinAddress(text, addressForms[network]))
const eth = (text: string) => reason(checkEthereumAddress(text))

it('accepts the addresses that the README gives for a first withdrawal', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(readme.match(/`bcrt1\w+`/g)!.map((code) => btc(code.slice(1, -1)))).toEqual(['taken'])
  expect(readme.match(/`0x\w+`/g)!.map((code) => eth(code.slice(1, -1)))).toEqual(['taken'])
})

describe('checkBitcoinAddress', () => {
  it.each([
    ['bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 'regtest'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'signet'],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'testnet4'],
    ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'testnet4'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'regtest'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'signet'],
  ] as const)('accepts %s on %s', (address, network) => {
    expect(btc(address, network)).toBe('taken')
  })

  it('returns one canonical form of an address', () => {
    expect(checkBitcoinAddress(' BCRT1Q6RHPNG9EVDSFNN833A4F4VEJ0ASU6DK5SRLD6X ', addressForms.regtest)).toEqual({
      ok: true,
      address: 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x',
    })
    expect(
      checkBitcoinAddress('bitcoin:bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x?amount=1', addressForms.regtest),
    ).toMatchObject({ ok: true })
  })

  it.each([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  ])('refuses the mainnet address %s', (address) => {
    expect(btc(address)).toMatch(/Bitcoin mainnet/)
  })

  it('refuses addresses of other networks and chains, and says which network they belong to', () => {
    expect(btc('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'regtest')).toMatch(
      /another network \(signet or testnet4\)/,
    )
    expect(btc('bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 'signet')).toMatch(/another network \(regtest\)/)
    expect(btc('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toMatch(/Ethereum address/)
    expect(
      btc(
        'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
      ),
    ).toMatch(/xpub keys belong to mainnet/)
  })

  it.each([
    ['a wrong character', 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6z'],
    ['mixed case', 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srLD6X'],
    // BIP 350: version 1 with the checksum of version 0, version 0 with that of version 1.
    ['bech32 for version 1', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['bech32m for version 0', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    // These addresses are encoded correctly, but nodes don't relay scripts of these versions, and anyone could spend
    // the coins.
    ['an undefined witness version', 'tb1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k0ylj56'],
    ['version 16', 'tb1sw50qt2uwha'],
    ['a damaged legacy address', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfo'],
    ['an empty address', ''],
    ['a name', 'alice'],
    ['a script', '<script>alert(1)</script>'],
    ['a very long string', 'tb1'.padEnd(5_000, 'q')],
  ])('refuses %s', (_name, address) => {
    expect(btc(address, 'signet')).not.toBe('taken')
    expect(btc(address)).not.toBe('taken')
  })
})

describe('checkEthereumAddress', () => {
  // Test cases from EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('accepts %s', (address) => {
    expect(checkEthereumAddress(address.toLowerCase())).toMatchObject({ ok: true })
    expect(checkEthereumAddress(address)).toMatchObject({ ok: true })
  })
  it('returns one canonical form of an address', () => {
    expect(checkEthereumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toEqual({
      ok: true,
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    })
    expect(checkEthereumAddress('ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@31337?value=1')).toMatchObject({
      ok: true,
    })
  })
  it('refuses a wrong checksum, the zero address, protocol addresses and other text', () => {
    expect(eth('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toMatch(/checksum/)
    expect(eth(`0x${'0'.repeat(40)}`)).toMatch(/zero address/)
    expect(eth(`0x${'1'.padStart(40, '0')}`)).toMatch(/belongs to the protocol/)
    expect(eth('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe')).toMatch(/40 hexadecimal/)
    expect(eth('bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x')).toMatch(/Bitcoin address/)
    expect(eth('alice.eth')).toMatch(/not an Ethereum address/)
    expect(eth('')).toMatch(/not an Ethereum address/)
  })
})
