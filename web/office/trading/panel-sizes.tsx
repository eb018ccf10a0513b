import { t } from '@lingui/core/macro'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { panelLimits, panelNames, type PanelName, type PanelSizes } from '../../../api/workspace.ts'
import { setPanelSize, useCharts } from './preferences.ts'
import classes from './panel-sizes.module.css'

const widths: ReadonlySet<PanelName> = new Set(['list', 'ticket'])
const stepPx = 16
const bigStepPx = 80

const variableOf = (name: PanelName) => `--${name}-size`

/** Returns the CSS variables of the panels that don't have their usual size. */
export function usePanelStyle(): CSSProperties {
  const { panels } = useCharts()
  return panelStyle(panels)
}

/** Returns sizes in CSS pixels as CSS variables, such as `--list-size: 200px`. */
export const panelStyle = (panels: PanelSizes | undefined): CSSProperties =>
  Object.fromEntries(
    panelNames.flatMap((name) => (panels?.[name] === undefined ? [] : [[variableOf(name), `${panels[name]}px`]])),
  )

type Props = {
  panel: PanelName
  /** Id of the panel. Its parent's style sheet reads the panel's size from a CSS variable. */
  controls: string
  /** True if the panel is after the separator, so that it grows when the separator moves to the start. */
  after?: boolean
}

/**
 * Shows the border of a panel, which sets the panel's size: by dragging, or with the arrow keys, Home and End. A double
 * click or Enter gives the panel its usual size.
 */
export function PanelBorder({ panel, controls, after = false }: Props) {
  const { panels } = useCharts()
  const isWidth = widths.has(panel)
  const usualPx = useSizeOf(controls, isWidth)
  const px = panels?.[panel] ?? usualPx
  const { least, most } = panelLimits[panel]
  const limited = (size: number) => Math.round(Math.min(most, Math.max(least, size)))
  const drag = useDrag({ panel, controls, after, limited })
  return (
    <div
      className={classes.border}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator with a value is a control
      tabIndex={0}
      data-panel={panel}
      data-after={after || undefined}
      aria-orientation={isWidth ? 'vertical' : 'horizontal'}
      aria-label={borderWords()[panel]}
      aria-controls={controls}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={limited(px)}
      title={t`Drag, or use the arrow keys. Double-click or press Enter to reset.`}
      onDoubleClick={() => setPanelSize(panel, null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return setPanelSize(panel, null)
        const size = sizeAfterKey(event, { px, least, most, isWidth, after })
        if (size === null) return
        event.preventDefault()
        setPanelSize(panel, size)
      }}
      {...drag}
    />
  )
}

const borderWords = (): Record<PanelName, string> => ({
  list: t`Width of the symbol list`,
  ticket: t`Width of the ticket`,
  chart: t`Height of the chart`,
  open: t`Height of the open trades`,
})

type Range = { px: number; least: number; most: number; isWidth: boolean; after: boolean }

/** Returns the size after a key press; null for keys that don't change it. */
function sizeAfterKey(event: KeyboardEvent<HTMLElement>, { px, least, most, isWidth, after }: Range): number | null {
  if (event.key === 'Home') return least
  if (event.key === 'End') return most
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const [grow, shrink] = isWidth
    ? after !== rightToLeft
      ? ['ArrowLeft', 'ArrowRight']
      : ['ArrowRight', 'ArrowLeft']
    : ['ArrowDown', 'ArrowUp']
  const step = event.shiftKey ? bigStepPx : stepPx
  return event.key === grow ? px + step : event.key === shrink ? px - step : null
}

/**
 * Follows the pointer. While it moves, only the CSS variable changes; the size is stored when it is released, so that
 * nothing is rendered before.
 */
function useDrag({
  panel,
  controls,
  after,
  limited,
}: {
  panel: PanelName
  controls: string
  after: boolean
  limited: (size: number) => number
}) {
  const start = useRef<{ at: number; px: number; sign: number; size: number | null } | null>(null)
  const isWidth = widths.has(panel)
  const placeOf = (event: PointerEvent) => (isWidth ? event.clientX : event.clientY)
  const rootOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>('[data-panels]')!
  const end = () => {
    const size = start.current?.size ?? null
    start.current = null
    if (size !== null) setPanelSize(panel, size)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const element = document.getElementById(controls)
      if (!element || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const rightToLeft = isWidth && getComputedStyle(event.currentTarget).direction === 'rtl'
      const px = isWidth ? element.offsetWidth : element.offsetHeight
      start.current = { at: placeOf(event), px, sign: after !== rightToLeft ? -1 : 1, size: null }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = start.current
      if (!held) return
      held.size = limited(held.px + held.sign * (placeOf(event) - held.at))
      rootOf(event).style.setProperty(variableOf(panel), `${held.size}px`)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Returns the size of an element in CSS pixels, as it is shown; 0 before the first measurement. */
function useSizeOf(id: string, isWidth: boolean): number {
  const [px, setPx] = useState(0)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new ResizeObserver(() => setPx(isWidth ? element.offsetWidth : element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [id, isWidth])
  return px
}
