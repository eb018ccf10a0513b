import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, memo } from 'react'
import { percentText } from '../../ui/number-text.ts'
import { Icon } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useMarket, useQuote } from './market.tsx'
import { usePreference } from './preferences.ts'
import type { SymbolInfo } from './price-board.ts'
import { favouritesFirst } from './symbol-search.ts'
import classes from './tape.module.css'

/** Seconds in which one symbol passes by. */
const secondsEach = 4
/** So many fit on a wide screen at once and need not move. */
const restingCount = 6

/** Our own prices, passing by slowly, favourites first. Held under the pointer or the focus, stopped by its button. */
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
          label={paused ? t`Let the prices pass` : t`Hold the prices`}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? 'play' : 'pause'} size={16} />
        </IconButton>
      )}
    </section>
  )
}

/** One stop of the Tab key for the whole tape: left and right go through it. */
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
        <span className={classes.price}>{quote?.price ?? info.price ?? '–'}</span>
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
