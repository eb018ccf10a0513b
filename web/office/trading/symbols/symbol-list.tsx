import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, memo, type Ref, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'
import { SelectField } from '../../../ui/fields/fields.tsx'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { openingText } from '../trades/countdown.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Glyph } from '../glyphs.tsx'
import { usePreference } from '../preferences.ts'
import { useMarket, useQuote, useServerNow } from './market.tsx'
import type { SymbolInfo } from './price-board.ts'
import {
  type Category,
  type OwnResult,
  categories,
  categoryWords,
  orderWords,
  searchSymbols,
  sortSymbols,
  type SymbolOrder,
  symbolOrders,
} from './symbol-search.ts'
import classes from './symbol-list.module.css'
import panel from '../panel.module.css'

type Props = {
  searchRef?: Ref<HTMLInputElement>
  onChosen?: () => void
  /** Opens the price alerts for a symbol. */
  onAlert: (symbol: string) => void
  /** While false, the list keeps its rows but follows no prices. */
  active?: boolean
}

/**
 * Shows a search field, categories and matching symbols. Arrow keys move, Enter selects, the star marks a favourite.
 */
export function SymbolList({ searchRef, onChosen, onAlert, active = true }: Props) {
  const { symbols, favourites, choose, chosen, error, retry, ownResults, recent, toggleFavourite, trends } = useMarket()
  const [order, setOrder] = usePreference('symbolOrder')
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<Category>('all')
  const recentFirst = useRecentAtOpening(recent, active, order)
  const found = searchSymbols(sortSymbols(symbols, order, ownResults, recentFirst), { query, category, favourites })
  const count = found.length
  const words = categoryWords()
  const orders = orderWords()
  const take = (symbol: string) => {
    choose(symbol)
    setQuery('')
    onChosen?.()
  }
  // Stable, so that a choice rerenders only the rows that it changes.
  const latest = useRef({ take, toggleFavourite })
  useEffect(() => {
    latest.current = { take, toggleFavourite }
  })
  const takeRow = useCallback((symbol: string) => latest.current.take(symbol), [])
  const toggleRow = useCallback((symbol: string) => latest.current.toggleFavourite(symbol), [])
  // If Enter is pressed before the symbols have loaded, selects the first match once they have.
  const [isAwaited, setAwaited] = useState(false)
  const takeFirst = useEffectEvent(() => {
    setAwaited(false)
    if (found[0]) take(found[0].symbol)
  })
  const isThere = symbols.length > 0
  useEffect(() => {
    if (isAwaited && isThere) takeFirst()
  }, [isAwaited, isThere])
  return (
    <div className={classes.symbols} onKeyDown={moveFocus}>
      <label className={classes.search}>
        <span className="visually-hidden">
          <Trans>Find a symbol</Trans>
        </span>
        <Glyph name="search" size={18} />
        <input
          ref={searchRef}
          type="search"
          value={query}
          placeholder={t`EURUSD, Apple, bitcoin`}
          autoComplete="off"
          spellCheck={false}
          data-list-entry
          onChange={(event) => {
            setQuery(event.target.value)
            setAwaited(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Choosing closes the dialog and returns the focus to a button, which this key would otherwise press.
            event.preventDefault()
            setAwaited(true)
          }}
        />
      </label>
      <Tabs
        label={t`Category`}
        look="compact"
        options={categories.map((one) => ({ value: one, label: words[one] }))}
        value={category}
        onChange={setCategory}
      />
      <SelectField
        className={classes.order}
        aria-label={t`Sort by`}
        data={symbolOrders.map((one) => ({ value: one, label: orders[one] }))}
        value={order}
        onChange={({ currentTarget }) => setOrder(currentTarget.value as SymbolOrder)}
      />
      <p className="visually-hidden" role="status">
        {query ? plural(count, { one: '# symbol', other: '# symbols' }) : ''}
      </p>
      {count === 0 && (
        <NothingFound loading={symbols.length === 0} error={error} retry={retry} category={category} query={query} />
      )}
      <ul className={classes.list}>
        {found.map((one) => (
          <SymbolRow
            key={one.symbol}
            info={one}
            active={active}
            isChosen={chosen?.symbol === one.symbol}
            isFavourite={favourites.includes(one.symbol)}
            trend={trends.get(one.symbol)}
            own={ownResults.get(one.symbol)}
            onTake={takeRow}
            onToggle={toggleRow}
            onAlert={onAlert}
          />
        ))}
      </ul>
    </div>
  )
}

/** Returns the recent symbols as of the moment the list opened, so that a choice doesn't move its row. */
function useRecentAtOpening(recent: readonly string[], active: boolean, order: SymbolOrder): readonly string[] {
  const hydrated = useHydrated()
  const [held, setHeld] = useState(recent)
  const read = useEffectEvent(() => setHeld(recent))
  useEffect(() => read(), [hydrated, active, order])
  return held
}

/** Moves the focus between the search field and the rows with the up and down keys. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-list-entry]')]
  const place = entries.indexOf(
    (document.activeElement?.closest('li')?.querySelector('[data-list-entry]') ??
      document.activeElement) as HTMLElement,
  )
  if (place < 0) return
  event.preventDefault()
  entries[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

function NothingFound({
  loading,
  error,
  retry,
  category,
  query,
}: {
  loading: boolean
  error: unknown
  retry: () => void
  category: Category
  query: string
}) {
  if (error) {
    return (
      // The chart announces the error to screen readers.
      <div className={classes.nothing}>
        <p>
          <Trans>The symbols could not be loaded.</Trans>
        </p>
        <button type="button" className={panel.action} onClick={retry}>
          <Trans>Try again</Trans>
        </button>
      </div>
    )
  }
  if (loading) {
    return (
      <div className={classes.waiting} role="status" aria-label={t`Loading symbols`}>
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    )
  }
  const words =
    category === 'favourites' && !query
      ? t`No favourites yet. Select the star next to a symbol to add it.`
      : t`No matching symbols.`
  return <p className={classes.nothing}>{words}</p>
}

type RowProps = {
  info: SymbolInfo
  active: boolean
  isChosen: boolean
  isFavourite: boolean
  trend: readonly number[] | undefined
  own: OwnResult | undefined
  onTake: (symbol: string) => void
  onToggle: (symbol: string) => void
  onAlert: (symbol: string) => void
}

/** Shows the latest price of a symbol. Apart from its row, because the rest of the row seldom changes. */
function RowPrice({ info, active }: { info: SymbolInfo; active: boolean }) {
  const quote = useQuote(active ? info.symbol : undefined)
  return <span>{priceText(quote?.price ?? info.price ?? t`no price`)}</span>
}

const SymbolRow = memo(function SymbolRow(row: RowProps) {
  const { info, active, isChosen, isFavourite, trend, own, onTake, onToggle, onAlert } = row
  const { symbol, changeBps } = info
  return (
    <li className={classes.row} data-chosen={isChosen}>
      <button
        type="button"
        className={classes.star}
        aria-pressed={isFavourite}
        aria-label={t`${symbol}: favourite`}
        onClick={() => onToggle(symbol)}
      >
        <Glyph name="star" size={16} />
      </button>
      <button
        type="button"
        className={classes.take}
        aria-current={isChosen}
        data-list-entry
        onClick={() => onTake(symbol)}
      >
        <span className={classes.name}>
          <strong>{symbol}</strong>
          <small>{info.name}</small>
        </span>
        <span className={classes.trend}>
          {trend && trend.length > 1 && <Sparkline values={trend} label={t`Last 24 hours`} />}
        </span>
        <span className={classes.figures}>
          <RowPrice info={info} active={active} />
          {info.state === 'live' ? (
            <small data-tone={(changeBps ?? 0) > 0 ? 'up' : (changeBps ?? 0) < 0 ? 'down' : 'flat'}>
              <span dir="ltr">
                {changeBps === null ? ' ' : `${changeBps > 0 ? '+' : ''}${percentText(changeBps, 2)}`}
              </span>
            </small>
          ) : (
            <SymbolState info={info} />
          )}
        </span>
        <span className={classes.payout}>
          <span className="visually-hidden">
            <Trans>pays</Trans>{' '}
          </span>
          {percentText(info.payoutBps)}
          {own && (
            <small title={t`Your wins on this symbol`}>
              <span className="visually-hidden">
                <Trans>won</Trans>{' '}
              </span>
              {own.won}/{own.decided}
            </small>
          )}
        </span>
      </button>
      <button
        type="button"
        className={classes.bell}
        aria-haspopup="dialog"
        aria-label={t`${symbol}: price alert`}
        onClick={() => onAlert(symbol)}
      >
        <Glyph name="bell" size={16} />
      </button>
    </li>
  )
})

/** Shows why a symbol can't be traded now, and for how long. */
export function SymbolState({ info }: { info: SymbolInfo }) {
  const now = useServerNow(1000)
  if (info.state === 'live') return null
  if (info.state === 'stale') return <small className={classes.state}>{silenceText(info.feed)}</small>
  const wait = info.opensAt && now ? openingText(info.opensAt - now) : null
  return (
    <small className={classes.state}>
      {wait ? t`opens in ${wait}` : t({ message: 'closed', comment: 'state of a market' })}
    </small>
  )
}

/** Returns why a symbol has no current price. */
function silenceText(feed: SymbolInfo['feed']): string {
  if (feed === 'unfed') return t`no price feed`
  if (feed === 'ended') return t`the recording has ended`
  if (feed === 'waiting') return t`the recording hasn’t started`
  return t`no current price`
}
