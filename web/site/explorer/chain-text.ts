import { plural, t } from '@lingui/core/macro'

/** Names of the test chains inside sentences. */
const chainNames = { BTC: 'Bitcoin', ETH: 'Ethereum' } as const
export type ChainCoin = keyof typeof chainNames

const networkNames = (): Record<string, string> => ({
  development: t`development chain`,
  sepolia: 'Sepolia',
  holesky: 'Holesky',
  hoodi: 'Hoodi',
})

/** Names the network: `Bitcoin test network · regtest`. */
export function networkText(coin: ChainCoin, name: string): string {
  const chain = chainNames[coin]
  const network = networkNames()[name] ?? name
  return t`${chain} test network · ${network}`
}

export const confirmationsText = (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' })
