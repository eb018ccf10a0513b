import { momentFormat } from '../../language/formats.ts'
import { groupDigits } from '../../ui/text/number-text.ts'
import type { ChainCoin } from './chain-text.ts'

/** The minimum number of decimals, so that amounts in a list align. */
const decimalsShown = { BTC: 8, ETH: 9 } as const

/** Formats an amount with the coin's usual decimals: `0.5` BTC is `0.50000000`. Longer amounts stay as they are. */
export function coinAmount(amount: string, coin: ChainCoin): string {
  const [whole, decimals = ''] = amount.split('.')
  return `${whole}.${decimals.padEnd(decimalsShown[coin], '0')}`
}

/** Returns the exact sum of decimals. */
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

/** Formats a time in UTC, so that the server and every browser show the same text. */
export const blockTime = (atMs: number) => `${moment(atMs)} UTC`

/** Formats one amount, or the sum of a list. */
const coins = (value: unknown, coin: ChainCoin) =>
  `${groupDigits(coinAmount(sumOf([value].flat() as string[]), coin))}\u00a0t${coin}`

/**
 * The explorer's formats in addition to `figureFormats`. The browser tests use them to compare pages with call
 * responses.
 */
export const chainFigureFormats = {
  tBTC: (value: unknown) => coins(value, 'BTC'),
  tETH: (value: unknown) => coins(value, 'ETH'),
  blockTime: (value: unknown) => blockTime(value as number),
} satisfies Record<string, (value: unknown) => string>
