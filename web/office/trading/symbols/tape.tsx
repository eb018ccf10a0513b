import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { moveFocusAmongButtons } from '../roving-focus.ts'
import { useMarket, useServerNow } from './market.tsx'
import type { SymbolInfo } from './price-board.ts'
import { favouritesFirst } from './symbol-search.ts'
import classes from './tape.module.css'

/**
 * Nobody can read 39 prices that change faster, and a tape that kept moving used more processor time than the chart.
 */
const showEveryMs = 1_000

/** Shows a strip of our prices, favourites first, which scrolls sideways. The whole strip is one tab stop. */
export function Tape() {
  const { symbols, error, favourites, board, choose, chosen } = useMarket()
  useServerNow(showEveryMs)
  const listed = favouritesFirst(
    symbols.filter((one) => one.price !== null || one.state === 'live'),
    favourites,
  )
  return (
    <section className={classes.tape} aria-label={t`Prices`}>
      {error ? (
        <p className={classes.none}>
          <Trans>No prices to show.</Trans>
        </p>
      ) : null}
      <ul className={classes.list} dir="ltr" onKeyDown={moveFocusAmongButtons}>
        {listed.map((one, index) => (
          <TapeItem
            key={one.symbol}
            info={one}
            price={board.quote(one.symbol)?.price ?? one.price ?? '–'}
            isChosen={chosen?.symbol === one.symbol}
            onChoose={choose}
            tabIndex={index === 0 ? 0 : -1}
          />
        ))}
      </ul>
    </section>
  )
}

type ItemProps = {
  info: SymbolInfo
  price: string
  isChosen: boolean
  onChoose: (symbol: string) => void
  tabIndex: number
}

const TapeItem = memo(function TapeItem({ info, price, isChosen, onChoose, tabIndex }: ItemProps) {
  const { changeBps } = info
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        onClick={() => onChoose(info.symbol)}
      >
        <strong>{info.symbol}</strong>
        <span className={classes.price}>{priceText(price)}</span>
        {changeBps !== null && (
          <span className={classes.change} data-tone={changeBps > 0 ? 'up' : changeBps < 0 ? 'down' : 'flat'}>
            {changeBps > 0 ? '+' : ''}
            {percentText(changeBps, 2)}
          </span>
        )}
      </button>
    </li>
  )
})
