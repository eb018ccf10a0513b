import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import classes from './coin-mark.module.css'

const shapes: Record<PaymentCoin, string> = {
  BTC: 'M12.5 9.5h6a3 3 0 0 1 0 6h-6zm0 6h7a3.2 3.2 0 0 1 0 6.5h-7zM14.5 7v2.5m3-2.5v2.5m-3 12.5v2.5m3-2.5v2.5',
  ETH: 'm16 6-6.5 10.5L16 20.3l6.5-3.8zm-6.5 12.5L16 26.5l6.5-8',
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
