import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import classes from './coin-mark.module.css'

const shapes: Record<PaymentCoin, string> = {
  BTC: 'M12.5 9.5h6a3 3 0 0 1 0 6h-6zm0 6h7a3.2 3.2 0 0 1 0 6.500h-7zm-2.200-6h2.200m-2.200 12.500h2.200M14.500 7v2.500m3-2.500v2.500m-3 12.500v2.500m3-2.500v2.500',
  ETH: 'm16 6-6.500 10.500L16 20.300l6.500-3.800zm-6.500 12.500L16 26.500l6.500-8',
}

/** A coin's mark in a circle. Show the coin's name beside it. */
export function CoinMark({ coin }: { coin: PaymentCoin }) {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={32} height={32} data-coin={coin} aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d={shapes[coin]} />
    </svg>
  )
}
