import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, memo } from 'react'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { Icon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useMarket, useQuote } from './market.tsx'
import { usePreference } from '../preferences.ts'
import type { SymbolInfo } from './price-board.ts'
import { favouritesFirst } from './symbol-search.ts'
import classes from './tape.module.css'

/** Seconds that one symbol takes to pass. */
const secondsEach = 4
/** Number of symbols that fit on a wide screen without scrolling. */
const restingCount = 6

/**
 * Shows a slow ticker of our prices, favourites first. It pauses under the pointer or focus, and its button stops it.
 */
export function Tape() {
  const { symbols, error, favourites } = useMarket()
  const [paused, setPaused] = usePreference('tapePaused')
  const listed = favouritesFirst(
    symbols.filter((one) => one.price !== null || one.state === 'live'),
    favourites,
  )
  const resting = paused || listed.length <= restingCount
  return (
    <section className={classes.tape} aria-label={t`Prices`}>
      {error ? (
        <p className={classes.none}>
          <Trans>No prices to show.</Trans>
        </p>
      ) : null}
      <div className={classes.window} dir="ltr" data-paused={resting}>
        <div className={classes.belt} style={{ animationDuration: `${listed.length * secondsEach}s` }}>
          <ul className={classes.list} onKeyDown={moveFocus}>
            {listed.map((one, index) => (
              <TapeItem key={one.symbol} info={one} tabIndex={index === 0 ? 0 : -1} />
            ))}
          </ul>
          {!resting && (
            <ul className={`${classes.list} ${classes.again}`} aria-hidden="true" inert>
              {listed.map((one) => (
                <TapeItem key={one.symbol} info={one} tabIndex={-1} />
              ))}
            </ul>
          )}
        </div>
      </div>
      {listed.length > restingCount && (
        <IconButton
          className={classes.pause}
          label={paused ? t`Play ticker` : t`Pause ticker`}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? 'play' : 'pause'} size={16} />
        </IconButton>
      )}
    </section>
  )
}

/** Moves the focus with the left and right keys. The whole ticker is one tab stop. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
  const items = [...event.currentTarget.querySelectorAll('button')]
  const next = items.indexOf(document.activeElement as HTMLButtonElement) + (event.key === 'ArrowRight' ? 1 : -1)
  event.preventDefault()
  items[(next + items.length) % items.length]?.focus()
}

const TapeItem = memo(function TapeItem({ info, tabIndex }: { info: SymbolInfo; tabIndex: number }) {
  const { choose, chosen } = useMarket()
  const quote = useQuote(info.symbol)
  const { changeBps } = info
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        tabIndex={tabIndex}
        aria-pressed={chosen?.symbol === info.symbol}
        onClick={() => choose(info.symbol)}
      >
        <strong>{info.symbol}</strong>
        <span className={classes.price}>{priceText(quote?.price ?? info.price ?? '–')}</span>
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
