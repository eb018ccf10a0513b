import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../tests/harness.ts'
import { startApp } from './app.ts'
import { mainGenesis } from './payments/chains/bitcoin-network.ts'
import { goodBitcoin, goodEthereum, startFakeNode, type FakeNode } from './payments/chains/test-fake-node.ts'
import { eventually } from './payments/chains/test-nodes.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { startAccessWorld, type AccessWorld } from './test-access.ts'

/**
 * Tests that the whole product doesn't start with a mainnet node, and accepts no mainnet addresses or keys. Source:
 * docs/spec/truth.md section 1.
 */
let btc: FakeNode
let eth: FakeNode
let dataDir: string
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-main-network-'))
  ;[btc, eth, database] = await Promise.all([
    startFakeNode({ ...goodBitcoin }),
    startFakeNode({ ...goodEthereum }),
    createTestDatabase(),
  ])
})
afterAll(async () => {
  await Promise.all([btc.stop(), eth.stop()])
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = () => ({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'silent',
  BTC_RPC_URL: btc.url,
  ETH_RPC_URL: eth.url,
})

const mains = [
  [
    'the mainnet genesis block',
    () => btc,
    { getblockhash: mainGenesis },
    /^BTC_RPC_URL: this is Bitcoin mainnet. Only test coins are allowed: use regtest, signet or testnet4$/,
  ],
  ['chain id 1', () => eth, { eth_chainId: '0x1' }, /^ETH_RPC_URL: this is Ethereum mainnet[^\n]*$/],
  [
    'the chain id of a network whose coins are worth money',
    () => eth,
    { eth_chainId: '0x38' },
    /^ETH_RPC_URL: [^\n]*56[^\n]*$/,
  ],
] as const

describe.each(mains)('a node with %s', (_name, node, answers, reason) => {
  const asMain = async (work: () => unknown) => {
    const before = { ...node().answers }
    Object.assign(node().answers, answers)
    try {
      await work()
    } finally {
      Object.assign(node().answers, before)
    }
  }
  it('keeps the product from starting and gives the reason', () =>
    asMain(async () => {
      const start = startApp(readConfig(settings()))
      await expect(start).rejects.toBeInstanceOf(ConfigError)
      await expect(start).rejects.toThrow(reason)
    }))
})

it('a mainnet node ends the command with one line that gives the reason and no password', () => {
  // Runs the nodes in a separate process, because `spawnSync` would block their responses in this one.
  const script = `
    import { startFakeNode, goodEthereum } from './server/payments/chains/test-fake-node.ts'
    import { spawn } from 'node:child_process'
    const btc = await startFakeNode({ getblockhash: '${mainGenesis}', getindexinfo: { txindex: {} } })
    const eth = await startFakeNode(goodEthereum)
    const env = { ...process.env, BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url }
    const child = spawn(process.execPath, ['server/main.ts'], { stdio: 'inherit', env })
    child.on('exit', (code) => process.exit(code))`
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    timeout: 25_000,
    env: { ...process.env, ...settings() },
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe(
    'Tallystick failed to start:\nBTC_RPC_URL: this is Bitcoin mainnet. Only test coins are allowed: use ' +
      'regtest, signet or testnet4\n',
  )
  expect(stderr).not.toContain('secret')
  // No chain was started.
  expect(existsSync(path.join(dataDir, 'chains')) ? readdirSync(path.join(dataDir, 'chains')) : []).toEqual([])
})

describe('a mainnet address or key', () => {
  let world: AccessWorld
  let secrete: string
  beforeAll(async () => {
    world = await startAccessWorld({ BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url })
    secrete = await world.signUp('ada@example.org')
    await eventually(
      async () =>
        (
          await world.send(
            'addresses.add',
            { method: 'BTC', address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
            { secrete },
          )
        ).status === 200,
    )
  })
  afterAll(() => world?.stop())

  const entered = [
    ['a bc1 address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /mainnet/],
    ['a bc1p address', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', /mainnet/],
    ['an address that begins with 1', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /mainnet/],
    ['an address that begins with 3', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', /mainnet/],
    [
      'an xpub',
      'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
      /mainnet/,
    ],
    [
      'a zpub',
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      /mainnet/,
    ],
  ] as const
  it.each(entered)(
    'is refused with the reason, in the address book and in a withdrawal: %s',
    async (_name, address, reason) => {
      for (const [name, more] of [
        ['addresses.add', {}],
        ['withdraw', { account: 'Trading', amount: '100' }],
      ] as const) {
        const { status, body } = await world.send(name, { method: 'BTC', address, ...more }, { secrete })
        expect({ status, code: body.code }, name).toEqual({ status: 400, code: 'bad_address' })
        expect(body.msg).toMatch(reason)
      }
      expect(await world.send('addresses', {}, { secrete })).toMatchObject({ body: [{ method: 'BTC' }] })
    },
  )
  it('is also refused as an Ethereum address in formats that name mainnet', async () => {
    for (const address of ['eth:0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'vitalik.eth', entered[4][1]]) {
      expect((await world.send('addresses.add', { method: 'ETH', address }, { secrete })).body.code, address).toBe(
        'bad_address',
      )
    }
  })
})
