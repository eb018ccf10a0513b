import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { currentLanguage, currentLocale } from '#i18n'
import { groupDigits } from './text/number-text.ts'
import classes from './time-chart.module.css'

export type TimeSeries = {
  label: string
  values: (number | null)[]
  tone?: 'accent' | 'up' | 'down' | 'quiet'
  bars?: true
}

/** A small time chart. Show the figures beside it too: screen readers get only `label` from a canvas. */
export function TimeChart({
  label,
  timesMs,
  series,
  heightPx = 200,
}: {
  label: string
  timesMs: number[]
  series: TimeSeries[]
  heightPx?: number
}) {
  const place = useRef<HTMLDivElement>(null)

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
      chart = new UPlot(
        optionsOf(UPlot, element, series, heightPx),
        [timesMs.map((at) => at / 1000), ...series.map(({ values }) => values)] as uPlot.AlignedData,
        element,
      )
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
    }
  }, [timesMs, series, heightPx])

  return (
    <div
      ref={place}
      className={classes.chart}
      dir="ltr"
      role="img"
      aria-label={label}
      style={{ blockSize: heightPx }}
    />
  )
}

const tones = { accent: '--accent-fill', up: '--up', down: '--down', quiet: '--ink-3' }

const daySeconds = 86_400

/** Labels the axes in the page's language; the library's labels are English. */
function labelsOfLanguage(): Record<'days' | 'amounts', Pick<uPlot.Axis, 'values'>> {
  const locale = currentLocale()
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const formatOf = (stepSeconds: number) =>
    stepSeconds >= 28 * daySeconds ? month : stepSeconds >= daySeconds ? day : hour
  return {
    days: {
      values: (_chart, seconds, _axis, _space, stepSeconds) =>
        seconds.map((at) => formatOf(stepSeconds).format(at * 1000)),
    },
    amounts: { values: (_chart, amounts) => amounts.map((amount) => groupDigits(String(amount))) },
  }
}

function optionsOf(UPlot: typeof uPlot, element: HTMLElement, series: TimeSeries[], height: number): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const ownLabels = currentLanguage() === 'en' ? undefined : labelsOfLanguage()
  const axis = {
    stroke: color('--ink-3'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1 },
    font: '12px Geist Variable, system-ui',
  }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    // Bars start at zero, so that their heights are proportional.
    scales: {
      x: { time: true },
      ...(series.some(({ bars }) => bars) && {
        y: { range: (_chart: uPlot, _min: number, max: number): [number, number] => [0, max * 1.1 || 1] },
      }),
    },
    axes: [
      { ...axis, ...ownLabels?.days },
      { ...axis, size: 64, ...ownLabels?.amounts },
    ],
    series: [
      {},
      ...series.map(({ label, tone = 'accent', bars }) => ({
        label,
        stroke: color(tones[tone]),
        width: 2,
        points: { show: false },
        ...(bars && UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.6, 40] }), fill: color(tones[tone]) }),
      })),
    ],
  }
}
