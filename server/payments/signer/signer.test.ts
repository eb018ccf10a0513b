import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { p2wpkh } from '@scure/btc-signer'
import { addressOfKey as bitcoinAddress } from '../chains/bitcoin-address.ts'
import { addressForms } from '../chains/bitcoin-network.ts'
import { addressOfKey as ethereumAddress } from '../chains/ethereum-address.ts'
import { readAccountKey } from '../chains/account-key.ts'
import type { BitcoinDraft, EthereumDraft } from '../chains/draft.ts'
import { eventually } from '../chains/test-nodes.ts'
import { createLog } from '../../platform/log.ts'
import { createSigner, type Signer } from './signer.ts'

const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const stranger = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const strangerEth = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let dataDir: string
let signers: Signer[]
let units: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'tallystick-signer-'))
  signers = []
  units = []
})
afterEach(async () => {
  for (const signer of signers) await signer.stop()
  for (const unit of units) unit.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

function signerWith(options: { seedFile?: string; production?: boolean } = {}): Signer {
  const signer = createSigner({
    dataDir,
    seedFile: options.seedFile,
    production: options.production ?? false,
    log: createLog('silent'),
  })
  signers.push(signer)
  return signer
}

async function withKnownSeed() {
  const seedFile = path.join(dataDir, 'words')
  writeFileSync(seedFile, `${words}\n`)
  const signer = signerWith({ seedFile })
  const accounts = await signer.start()
  const read = { BTC: readAccountKey(accounts.BTC), ETH: readAccountKey(accounts.ETH) }
  if (!read.BTC.ok || !read.ETH.ok) throw new Error('no accounts')
  return { signer, accounts, keys: { BTC: read.BTC.key, ETH: read.ETH.key } }
}

type Known = Awaited<ReturnType<typeof withKnownSeed>>

function bitcoinDraft({ keys }: Known, changes: Partial<BitcoinDraft> = {}): BitcoinDraft {
  const change = bitcoinAddress(keys.BTC.publicKey('change', 1), addressForms.regtest)
  return {
    coin: 'BTC',
    network: 'regtest',
    kind: 'payment',
    to: stranger,
    amountUnits: '40000',
    feeUnits: '1000',
    claims: [`${'ab'.repeat(32)}:1`],
    inputs: [{ txid: 'ab'.repeat(32), vout: 1, amountUnits: '100000', branch: 'deposit', index: 4 }],
    change: { address: change, amountUnits: '59000', branch: 'change', index: 1 },
    ...changes,
  }
}

function ethereumDraft({ keys }: Known, changes: Partial<EthereumDraft> = {}): EthereumDraft {
  const treasury = ethereumAddress(keys.ETH.publicKey('change', 0))
  const draft = {
    coin: 'ETH',
    chainId: 31337,
    kind: 'payment',
    to: strangerEth,
    amountUnits: '1000',
    nonce: 3,
    gasLimit: '21000',
    maxFeePerGas: '2000000000',
    maxPriorityFeePerGas: '1000000000',
  } as const
  return {
    ...draft,
    feeUnits: '42000000000000',
    from: { address: treasury, branch: 'change', index: 0 },
    claims: [`${treasury}:3`],
    ...changes,
  }
}

describe('the seed', () => {
  it('is created once outside production, readable only by its owner, and kept', async () => {
    const first = await signerWith().start()
    const file = path.join(dataDir, 'signer', 'seed')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(path.join(dataDir, 'signer'))).toEqual(['seed'])
    expect(readFileSync(file, 'utf8').trim().split(' ')).toHaveLength(24)
    expect(await signerWith().start()).toEqual(first)
    expect(first.BTC).toMatch(/^tpub/)
  })
  it('is required in production', async () => {
    await expect(signerWith({ production: true }).start()).rejects.toThrow(/^SIGNER_SEED_FILE: must be set/)
  })
  it('is refused if invalid, with none of its words in the message', async () => {
    const seedFile = path.join(dataDir, 'words')
    writeFileSync(seedFile, words.replace('about', 'zebra'))
    await expect(signerWith({ seedFile }).start()).rejects.toThrow(
      `SIGNER_SEED_FILE: ${seedFile} does not contain a recovery phrase (BIP 39, English)`,
    )
    await expect(signerWith({ seedFile: '/no/such/file' }).start()).rejects.toThrow(/cannot be read/)
  })
})

describe('the signer', () => {
  it('returns the same signature for the same draft, even after a restart', async () => {
    const known = await withKnownSeed()
    const [btc, eth] = [await known.signer.sign(bitcoinDraft(known)), await known.signer.sign(ethereumDraft(known))]
    const pid = known.signer.pid()!
    process.kill(pid, 'SIGKILL')
    const again = await eventually(() => known.signer.sign(bitcoinDraft(known)).catch(() => undefined))
    expect(known.signer.pid()).not.toBe(pid)
    expect(again).toEqual(btc)
    expect(await known.signer.sign(ethereumDraft(known))).toEqual(eth)
    expect(btc.txid).toMatch(/^[0-9a-f]{64}$/)
    expect(eth.raw).toMatch(/^0x02/)
  })
  it('doesn’t leave a request hanging when it dies while processing a draft', async () => {
    const known = await withKnownSeed()
    const requested = known.signer.sign(bitcoinDraft(known))
    process.kill(known.signer.pid()!, 'SIGKILL')
    await expect(
      requested.then(
        () => 'signed',
        (error: Error) => error.message,
      ),
    ).resolves.toMatch(/signed|the signer ended/)
  })
  it('leaves no process behind when stopped', async () => {
    const known = await withKnownSeed()
    const pid = known.signer.pid()!
    await known.signer.stop()
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })
  it('leaves no frozen process behind when its parent is killed', async () => {
    const line = new URL('./line.ts', import.meta.url).href
    const program = `
      const { forkSigner } = await import('${line}')
      const listener = { message: () => console.log(signer.pid), end() {} }
      const signer = forkSigner({ DATA_DIR: '${dataDir}' }, listener)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    units.push(parent)
    const pid = Number(String((await once(parent.stdout!, 'data'))[0]))
    process.kill(pid, 'SIGSTOP')
    parent.kill('SIGKILL')
    await eventually(
      () => !existsSync(`/proc/${pid}`) || /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    )
  })
})

describe('a separate signer', () => {
  const socket = () => path.join(dataDir, 'signer.socket')
  const seedFile = () => path.join(dataDir, 'words')

  /** Runs the signer as its service does, with nothing but its own settings. */
  async function startUnit(): Promise<ChildProcess> {
    writeFileSync(seedFile(), words)
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      SIGNER_SEED_FILE: seedFile(),
      SIGNER_SOCKET: socket(),
    }
    const unit = spawn(process.execPath, [fileURLToPath(new URL('./process.ts', import.meta.url))], {
      env,
      stdio: 'inherit',
    })
    units.push(unit)
    await eventually(() => existsSync(socket()))
    return unit
  }
  function signerOnSocket(): Signer {
    const signer = createSigner({
      dataDir,
      seedFile: undefined,
      socket: socket(),
      production: true,
      log: createLog('silent'),
    })
    signers.push(signer)
    return signer
  }

  it('gives the same signatures over a socket as a child process does, without a seed in this process', async () => {
    await startUnit()
    const signer = signerOnSocket()
    const accounts = await signer.start()
    expect(signer.pid()).toBeUndefined()
    rmSync(seedFile())
    const known = await withKnownSeed()
    expect(accounts).toEqual(known.accounts)
    expect(await signer.sign(bitcoinDraft(known))).toEqual(await known.signer.sign(bitcoinDraft(known)))
    await expect(signer.sign(bitcoinDraft(known, { change: null }))).rejects.toThrow(/do not add up/)
  })
  it('opens its socket only to its user and group', async () => {
    await startUnit()
    expect(statSync(socket()).mode & 0o777).toBe(0o660)
  })
  it('is reconnected after it has been killed and restarted', async () => {
    const unit = await startUnit()
    const signer = signerOnSocket()
    await signer.start()
    unit.kill('SIGKILL')
    await once(unit, 'exit')
    rmSync(socket())
    await startUnit()
    const known = await withKnownSeed()
    const signed = await eventually(() => signer.sign(bitcoinDraft(known)).catch(() => undefined))
    expect(signed.txid).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the policy', () => {
  const ownElsewhere = (known: Known) => ({
    address: bitcoinAddress(known.keys.BTC.publicKey('deposit', 1), addressForms.regtest),
    amountUnits: '59000',
    branch: 'deposit' as const,
    index: 1,
  })
  const wrong: [string, (known: Known) => BitcoinDraft | EthereumDraft, RegExp][] = [
    [
      'change to an unknown address',
      (known) =>
        bitcoinDraft(known, { change: { address: stranger, amountUnits: '59000', branch: 'change', index: 1 } }),
      /change does not return/,
    ],
    [
      'change to a deposit address',
      (known) => bitcoinDraft(known, { change: ownElsewhere(known) }),
      /change does not return/,
    ],
    ['a fee that consumes the change', (known) => bitcoinDraft(known, { change: null }), /do not add up/],
    [
      'a huge fee',
      (known) =>
        bitcoinDraft(known, {
          inputs: [{ txid: 'ab'.repeat(32), vout: 1, amountUnits: '100000000', branch: 'deposit', index: 4 }],
          feeUnits: '99960000',
          change: null,
        }),
      /fee is too high/,
    ],
    [
      'a mainnet address',
      (known) => bitcoinDraft(known, { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
      /mainnet/,
    ],
    ['mainnet', (known) => bitcoinDraft(known, { network: 'main' as 'regtest' }), /invalid format/],
    ['claims that are not inputs', (known) => bitcoinDraft(known, { claims: [`${'cd'.repeat(32)}:0`] }), /claims/],
    ['chain id 1', (known) => ethereumDraft(known, { chainId: 1 }), /only test networks/],
    ['a sweep to an unknown address', (known) => ethereumDraft(known, { kind: 'sweep' }), /only go to the treasury/],
    [
      'a payment from a deposit address',
      (known) =>
        ethereumDraft(known, {
          from: { address: ethereumAddress(known.keys.ETH.publicKey('deposit', 2)), branch: 'deposit', index: 2 },
        }),
      /only come from the treasury/,
    ],
    [
      'a sender that is not ours',
      (known) => ethereumDraft(known, { from: { address: strangerEth, branch: 'change', index: 0 } }),
      /not one of our addresses/,
    ],
    [
      'a huge gas price',
      (known) => ethereumDraft(known, { maxFeePerGas: '20000000000000', feeUnits: '420000000000000000' }),
      /fee is too high/,
    ],
    ['the zero address', (known) => ethereumDraft(known, { to: `0x${'0'.repeat(40)}` }), /zero address/],
    ['an amount with an exponent', (known) => ({ ...ethereumDraft(known), amountUnits: '1e18' }), /invalid format/],
  ]
  it('refuses drafts that would lose coins', async () => {
    const known = await withKnownSeed()
    for (const [name, draft, reason] of wrong)
      await expect(known.signer.sign(draft(known)), name).rejects.toThrow(reason)
  })
})

it('derives the known address of the first deposit from the seed', async () => {
  const { keys } = await withKnownSeed()
  expect(p2wpkh(keys.BTC.publicKey('deposit', 0), addressForms.signet).address).toBe(
    'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
  )
})
