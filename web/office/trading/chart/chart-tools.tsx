import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type MouseEvent, useId } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { candleIntervalNames } from './candle-merge.ts'
import { drawingTools } from './drawings.ts'
import { Flyout } from '../flyout.tsx'
import { Glyph } from '../glyphs.tsx'
import { indicators, toggleIndicator } from './indicators.ts'
import { type Preferences, usePreference } from '../preferences.ts'
import type { PriceChart } from './price-chart.ts'
import type { useFullScreen } from '../full-screen.ts'
import classes from './chart-tools.module.css'

const chartTypes = (): Record<Preferences['chartType'], string> => ({
  candles: t`Candles`,
  hollow: t`Hollow candles`,
  bars: t({ message: 'Bars', comment: 'chart type' }),
  area: t({ message: 'Area', comment: 'chart type' }),
  line: t({ message: 'Line', comment: 'chart type' }),
})

type Props = {
  chart: PriceChart | null
  /** The active drawing tool. */
  drawing: string | null
  onDraw: (name: string | null, byKeyboard: boolean) => void
  fullScreen: ReturnType<typeof useFullScreen>
}

/** Shows the chart's toolbar: interval, type, indicators, drawings, trades and zoom. */
export function ChartTools({ chart, drawing, onDraw, fullScreen }: Props) {
  return (
    <div className={classes.tools} role="group" aria-label={t`Chart tools`}>
      <Intervals />
      <div className={classes.menus}>
        <TypeMenu />
        <IndicatorMenu />
        <DrawingMenu chart={chart} drawing={drawing} onDraw={onDraw} />
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
        {fullScreen.offered && (
          <IconButton
            className={classes.small}
            label={fullScreen.isOn ? t`Exit full screen` : t`Full screen`}
            aria-keyshortcuts="W"
            onClick={fullScreen.toggle}
          >
            <Glyph name={fullScreen.isOn ? 'shrink' : 'expand'} size={16} />
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
      {candleIntervalNames.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={interval === one} onChange={() => setInterval(one)} />
          <span dir="ltr">{one}</span>
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
          {(Object.keys(words) as Preferences['chartType'][]).map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={type === one} onChange={() => setType(one)} /> {words[one]}
            </label>
          ))}
        </div>
      )}
    </Flyout>
  )
}

function IndicatorMenu() {
  const [chosen, setChosen] = usePreference('indicators')
  const count = chosen.length
  const button = (
    <>
      <Glyph name="indicator" />
      <span className={classes.word}>
        <Trans>Indicators</Trans>
      </span>
      {count > 0 && <span className={classes.badge} data-count={count} />}
    </>
  )
  return (
    <Flyout label={t`Indicators, ${count} shown`} button={button}>
      {() => (
        <div className={classes.options}>
          {(['price', 'below'] as const).map((place) => (
            <fieldset key={place}>
              <legend>{place === 'price' ? t`Over the price` : t`Below the price, up to two`}</legend>
              {indicators
                .filter((one) => one.place === place)
                .map(({ name, label }) => (
                  <label key={name}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(name)}
                      onChange={() => setChosen(toggleIndicator(chosen, name))}
                    />{' '}
                    {label?.() ?? name}
                    {label && <small>{name}</small>}
                  </label>
                ))}
            </fieldset>
          ))}
        </div>
      )}
    </Flyout>
  )
}

function DrawingMenu({ chart, drawing, onDraw }: Omit<Props, 'fullScreen'>) {
  const tool = drawingTools.find((one) => one.name === drawing)
  if (tool) {
    return (
      <button type="button" className={classes.cancel} onClick={() => onDraw(null, false)}>
        <Glyph name="pencil" /> <Trans>Cancel drawing</Trans>
      </button>
    )
  }
  return (
    <Flyout
      label={t`Draw on the chart`}
      button={
        <>
          <Glyph name="pencil" />
          <span className={classes.word}>{t`Draw`}</span>
        </>
      }
    >
      {(close) => (
        <div className={classes.options}>
          {drawingTools.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              onClick={(event: MouseEvent) => {
                close()
                onDraw(name, event.detail === 0)
              }}
            >
              {label()}
            </button>
          ))}
          <button
            type="button"
            className={classes.remove}
            onClick={() => {
              chart?.removeDrawings()
              close()
            }}
          >
            <Glyph name="trash" size={16} /> <Trans>Remove all drawings</Trans>
          </button>
          <p>
            <Trans>
              With the keyboard, you can draw only a horizontal line, at the latest price. Right-click a drawing to
              remove it.
            </Trans>
          </p>
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
