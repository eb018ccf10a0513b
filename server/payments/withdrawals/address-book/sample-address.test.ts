import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChainAway, type ChainAdapter } from '../../chains/adapter.ts'
import { checkBitcoinAddress } from '../../chains/bitcoin-address.ts'
import { addressForms } from '../../chains/bitcoin-network.ts'
import { checkEthereumAddress } from '../../chains/ethereum-address.ts'
import { awayChains, createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'
import { testAddress } from './sample-address.ts'

let world: WithdrawalWorld
let isAway = false
beforeAll(async () => {
  const network = () => {
    if (isAway) throw new ChainAway('BTC', 'the test made it unreachable')
    return { name: 'regtest' as const }
  }
  const chains = awayChains()
  world = await createWithdrawalWorld({
    chains: { ...chains, adapters: { ...chains.adapters, BTC: { network } as ChainAdapter } },
  })
})
afterAll(() => world.stop())

describe("'addresses.test'", () => {
  const ask = (secrete: string) => world.api.call('addresses.test', { coin: 'BTC' }, { secrete })

  it('returns each customer their own address on the chain in use', async () => {
    const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
    const { address } = (await ask(ada.secrete)).body
    expect(checkBitcoinAddress(address, addressForms.regtest)).toEqual({ ok: true, address })
    expect((await ask(ada.secrete)).body).toEqual({ address })
    expect((await ask(ben.secrete)).body.address).not.toBe(address)
  })
  it('no_wallet: while the node is unreachable', async () => {
    isAway = true
    const { status, body } = await ask((await world.addCustomer()).secrete)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'no_wallet' })
  })
})

describe('testAddress', () => {
  const customer = '01890a5d-ac96-774b-bcce-b302099a8057'

  it.each(['regtest', 'signet', 'testnet4'] as const)('is valid on Bitcoin %s', (network) => {
    const address = testAddress(network, customer)
    expect(checkBitcoinAddress(address, addressForms[network])).toEqual({ ok: true, address })
  })
  it.each(['development', 'sepolia', 'holesky', 'hoodi'] as const)('is valid on Ethereum %s', (network) => {
    const address = testAddress(network, customer)
    expect(checkEthereumAddress(address)).toEqual({ ok: true, address })
  })
})
