import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { chartIntervals, type ChartType } from '../../../../api/workspace.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DrawingMenu } from './drawing-menu.tsx'
import { Flyout } from '../flyout.tsx'
import { Glyph } from '../glyphs.tsx'
import { IndicatorMenu } from './indicator-menu.tsx'
import { intervalName } from './interval-names.ts'
import { LayoutMenu } from './layout-menu.tsx'
import { usePreference } from '../preferences.ts'
import type { PriceChart } from './price-chart.ts'
import { useKeyName } from '../keys/shortcuts.ts'
import classes from './chart-tools.module.css'

const chartTypes = (): Record<ChartType, string> => ({
  candles: t`Candles`,
  hollow: t`Hollow candles`,
  heikin: t`Heikin-Ashi`,
  bars: t({ message: 'Bars', comment: 'chart type' }),
  area: t({ message: 'Area', comment: 'chart type' }),
  baseline: t({ message: 'Baseline', comment: 'chart type' }),
  line: t({ message: 'Line', comment: 'chart type' }),
})

type Props = {
  chart: PriceChart | null
  /** The active drawing tool. */
  drawing: string | null
  onDraw: (name: string | null, byKeyboard: boolean, text?: string) => void
  isFull: boolean
  /** Enters or leaves full screen; undefined where the browser doesn't offer it. */
  onFull: (() => void) | undefined
  /** True if there is room for several charts. */
  divisible: boolean
}

/** Shows the chart's toolbar: interval, type, indicators, drawings, layouts, trades and zoom. */
export function ChartTools({ chart, drawing, onDraw, isFull, onFull, divisible }: Props) {
  const fullKey = useKeyName('full_screen')
  return (
    <div className={classes.tools} role="group" aria-label={t`Chart tools`}>
      <Intervals />
      <div className={classes.menus}>
        <TypeMenu />
        <IndicatorMenu />
        <DrawingMenu chart={chart} drawing={drawing} onDraw={onDraw} />
        <LayoutMenu divisible={divisible} />
        <ShowTrades />
      </div>
      <div className={classes.view}>
        <IconButton className={`${classes.small} ${classes.zoom}`} label={t`Zoom in`} onClick={() => chart?.zoom(1.25)}>
          <Glyph name="plus" size={16} />
        </IconButton>
        <IconButton className={`${classes.small} ${classes.zoom}`} label={t`Zoom out`} onClick={() => chart?.zoom(0.8)}>
          <Glyph name="minus" size={16} />
        </IconButton>
        <IconButton className={classes.small} label={t`Go to the latest price`} onClick={() => chart?.toNewest()}>
          <Glyph name="newest" size={16} />
        </IconButton>
        {onFull && (
          <IconButton
            className={classes.small}
            label={isFull ? t`Exit full screen` : t`Full screen`}
            aria-keyshortcuts={fullKey}
            onClick={onFull}
          >
            <Glyph name={isFull ? 'shrink' : 'expand'} size={16} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

function Intervals() {
  const [interval, setInterval] = usePreference('candles')
  const name = useId()
  return (
    <fieldset className={classes.intervals}>
      <legend className="visually-hidden">
        <Trans>Candle interval</Trans>
      </legend>
      {chartIntervals.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={interval === one} onChange={() => setInterval(one)} />
          <span dir="auto">{intervalName(one)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function TypeMenu() {
  const [type, setType] = usePreference('chartType')
  const name = useId()
  const words = chartTypes()
  const typeName = words[type]
  return (
    <Flyout
      label={t`Chart type: ${typeName}`}
      button={
        <>
          <Glyph name="candles" />
          <span className={classes.word}>{typeName}</span>
        </>
      }
    >
      {() => (
        <div className={classes.options}>
          {(Object.keys(words) as ChartType[]).map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={type === one} onChange={() => setType(one)} /> {words[one]}
            </label>
          ))}
        </div>
      )}
    </Flyout>
  )
}

function ShowTrades() {
  const [shown, setShown] = usePreference('showTrades')
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={shown}
      aria-label={t`Show trades on the chart`}
      title={t`Show trades on the chart`}
      onClick={() => setShown(!shown)}
    >
      <Glyph name="mark" />
      <span className={classes.word}>
        <Trans>Trades</Trans>
      </span>
    </button>
  )
}
