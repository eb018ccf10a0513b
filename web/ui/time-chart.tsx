import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { currentLocale, currentTimeZone } from '#i18n'
import { useAmountsHidden } from './text/amounts.tsx'
import { Money } from './text/money.tsx'
import { groupDigits, withUnit } from './text/number-text.ts'
import classes from './time-chart.module.css'

export type TimeSeries = {
  label: string
  /** Decimal strings; null leaves a gap. */
  values: (string | null)[]
  tone?: 'accent' | 'up' | 'down' | 'quiet'
  bars?: true
}

type Props = {
  label: string
  timesMs: number[]
  series: TimeSeries[]
  /** Unit of all values, such as `$` or `tBTC`. */
  unit: string
  /** Each value holds until the next one, so that no line rises or falls while nothing happened. */
  steps?: boolean
  heightPx?: number
  /** The values aren't personal: shown even in privacy mode. */
  shown?: boolean
}

type Drawn = { hidden: boolean; steps: boolean }

/**
 * A small time chart with a readout of the value under the crosshair, or else of the newest one. Bars have equal
 * widths in the order of their times. Show the figures beside it too: screen readers get only `label` from a canvas.
 */
export function TimeChart({ label, timesMs, series, unit, steps = false, heightPx = 200, shown = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const hidden = useAmountsHidden() && !shown

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let chart: uPlot | undefined
    let left = false
    const resize = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: heightPx }))
    const draw = async () => {
      const { default: UPlot } = await import('uplot')
      if (left) return
      chart?.destroy()
      const options = optionsOf(UPlot, element, { timesMs, series, unit, hidden, steps })
      options.height = heightPx
      options.hooks = { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] }
      const numbers = series.map(({ values }) => values.map((value) => (value === null ? null : Number(value))))
      const positions = timesMs.map((time, index) => (hasBars(series) ? index : time / 1000))
      chart = new UPlot(options, [positions, ...numbers], element)
    }
    void draw()
    resize.observe(element)
    // The canvas reads the theme's colours when it is drawn.
    const theme = new MutationObserver(() => void draw())
    theme.observe(document.documentElement, { attributeFilter: ['data-color-scheme'] })
    return () => {
      left = true
      resize.disconnect()
      theme.disconnect()
      chart?.destroy()
      setAt(null)
    }
  }, [timesMs, series, unit, heightPx, hidden, steps])

  const readIndex = at !== null && at < timesMs.length ? at : timesMs.length - 1
  const readAt = timesMs[readIndex]
  return (
    <div>
      <p className={classes.readout} aria-hidden="true">
        {readAt !== undefined && (
          <>
            {momentText(readAt)}
            {series.map(({ label: name, values }) => {
              const amount = values[readIndex]
              return (
                <span key={name}>
                  {series.length > 1 && `${name} `}
                  {amount ? <Money shown={shown} amount={amount} unit={unit} /> : '–'}
                </span>
              )
            })}
          </>
        )}
      </p>
      <div
        ref={place}
        className={classes.chart}
        dir="ltr"
        role="img"
        aria-label={label}
        style={{ blockSize: heightPx }}
      />
    </div>
  )
}

const tones = { accent: '--accent-fill', up: '--up', down: '--down', quiet: '--ink-3' }

const daySeconds = 86_400

const hasBars = (series: TimeSeries[]): boolean => series.some(({ bars }) => bars)

type AxisLabels = NonNullable<Extract<uPlot.Axis['values'], (...parts: never[]) => unknown>>

/** Returns dates, with the year for long ranges. Below a day, returns times with the date below each day's first. */
function timeLabels(): AxisLabels {
  const locale = currentLocale()
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  return (_chart, seconds, _axis, _space, stepSeconds) => {
    if (stepSeconds >= 28 * daySeconds) return seconds.map((at) => month.format(at * 1000))
    const days = seconds.map((at) => day.format(at * 1000))
    if (stepSeconds >= daySeconds) return days
    return seconds.map((at, index) => {
      const time = hour.format(at * 1000)
      return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`
    })
  }
}

/** Returns the dates of bars, which are placed by their index. */
function barLabels(timesMs: number[]): AxisLabels {
  const day = new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short' })
  return (_chart, indexes) =>
    indexes.map((index) => {
      const time = timesMs[index]
      return time === undefined ? '' : day.format(time)
    })
}

/** Returns amounts with the decimals that the axis's step needs, and with the unit if it is a sign. */
const amountLabels =
  (unit: string): AxisLabels =>
  (_chart, amounts, _axis, _space, step) => {
    let decimals = 0
    while (decimals < 18 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) decimals++
    return amounts.map((amount) => {
      const digits = groupDigits(amount.toFixed(decimals))
      return unit.length === 1 ? withUnit(digits, unit) : digits
    })
  }

/** Makes the axis as wide as its longest label. */
const sizeOfLabels = (_chart: uPlot, labels: string[] | null): number =>
  20 + 7 * Math.max(4, ...(labels ?? []).map((text) => text.length))

function optionsOf(
  UPlot: typeof uPlot,
  element: HTMLElement,
  { timesMs, series, unit, hidden, steps }: Pick<Props, 'timesMs' | 'series' | 'unit'> & Drawn,
): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--ink-3'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
    font: '12px Geist Variable, system-ui',
  }
  const amounts = { ...axis, values: hidden ? () => [] : amountLabels(unit), size: sizeOfLabels }
  const bars = hasBars(series)
  return {
    width: element.clientWidth,
    height: 0,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    // Bars start at zero, so that their heights are proportional.
    scales: bars
      ? {
          x: { time: false, range: () => [-0.6, timesMs.length - 0.4] },
          y: { range: (_chart, _min, max): [number, number] => [0, max * 1.1 || 1] },
        }
      : { x: { time: true } },
    axes: [
      bars
        ? { ...axis, values: barLabels(timesMs), incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] }
        : { ...axis, values: timeLabels() },
      amounts,
    ],
    series: [
      {},
      ...series.map(({ label, tone = 'accent', bars: isBars }) => ({
        label,
        stroke: color(tones[tone]),
        width: 2,
        spanGaps: false,
        points: { show: false },
        ...(steps && UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
        ...(isBars && UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.6, 40] }), fill: color(tones[tone]) }),
      })),
    ],
  }
}

/** Returns a day and a time in the page's language and the reader's time zone. `at` is in epoch milliseconds. */
const momentText = (at: number): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: currentTimeZone(),
  }).format(at)
