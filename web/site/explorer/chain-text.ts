import { plural, t } from '@lingui/core/macro'

/** What a test chain is called in sentences. */
export const chainNames = { BTC: 'Bitcoin', ETH: 'Ethereum' } as const
export type ChainCoin = keyof typeof chainNames

const networkNames = (): Record<string, string> => ({
  development: t`development chain`,
  sepolia: 'Sepolia',
  holesky: 'Holesky',
  hoodi: 'Hoodi',
})

/** Where the coins are: `Bitcoin test network · regtest`. */
export function networkText(coin: ChainCoin, name: string): string {
  const chain = chainNames[coin]
  const network = networkNames()[name] ?? name
  return t`${chain} test network · ${network}`
}

export const confirmationsText = (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' })
