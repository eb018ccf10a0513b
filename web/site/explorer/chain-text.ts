import { plural, t } from '@lingui/core/macro'
import { momentFormat } from '../../language/formats.ts'

/** What a test chain is called in sentences. */
export const chainNames = { BTC: 'Bitcoin', ETH: 'Ethereum' } as const
export type ChainCoin = keyof typeof chainNames

const networkNames = (): Record<string, string> => ({ development: t`development chain`, sepolia: 'Sepolia', holesky: 'Holesky', hoodi: 'Hoodi' })

/** Where the coins are: `Bitcoin test network · regtest`. */
export function networkText(coin: ChainCoin, name: string): string {
  const chain = chainNames[coin]
  const network = networkNames()[name] ?? name
  return t`${chain} test network · ${network}`
}

/** At least these decimals, so that amounts of a list stand under each other. */
const decimalsShown = { BTC: 8, ETH: 9 } as const

/** An amount with the coin's usual decimals: `0.5` BTC is `0.50000000`. Longer ones stay as they are. */
export function coinAmount(amount: string, coin: ChainCoin): string {
  const [whole, decimals = ''] = amount.split('.')
  return `${whole}.${decimals.padEnd(decimalsShown[coin], '0')}`
}

/** The sum of decimal texts, exactly. */
export function sumOf(amounts: string[]): string {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, amount) => {
    const [whole, decimals = ''] = amount.split('.')
    return sum + BigInt(`${whole}${decimals.padEnd(scale, '0')}`)
  }, 0n)
  const digits = total.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const moment = momentFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** The same text on the server and in every browser. */
export const blockTime = (atMs: number) => `${moment(atMs)} UTC`

export const confirmationsText = (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' })
