import * as library from 'klinecharts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PriceChart } from './price-chart.ts'

const onRemoveAlert = vi.fn()
const minuteMs = 60_000
const bars = Array.from({ length: 300 }, (_, index) => {
  const close = 100 + Math.sin(index / 10)
  return { timestamp: 1_700_000_040_000 + index * minuteMs, open: close, high: close + 0.2, low: close - 0.2, close }
})

let element: HTMLElement
let chart: PriceChart

beforeEach(async () => {
  onRemoveAlert.mockClear()
  element = document.createElement('div')
  element.style.cssText = 'inline-size: 400px; block-size: 300px'
  document.body.append(element)
  const onState = vi.fn()
  chart = new PriceChart(library, element, {
    loadCandles: async () => bars,
    onState,
    onDrawings: () => {},
    onDrawn: () => {},
    onRemoveAlert,
  })
  chart.setLook('candles', true)
  chart.show({ symbol: 'EURUSD', scale: 2, interval: '1m' })
  await expect.poll(() => onState.mock.lastCall?.[0]).toBe('ready')
})
afterEach(() => {
  chart.dispose()
  element.remove()
})

it('zooms when two fingers move apart', () => {
  const target = element.firstElementChild!
  const { left, top } = element.getBoundingClientRect()
  const fingers = (apart: number) =>
    [150 - apart, 150 + apart].map(
      (x, identifier) => new Touch({ identifier, target, clientX: left + x, clientY: top + 100 }),
    )
  const send = (type: string, touches: Touch[]) =>
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: touches }))
  const before = chart.position()!.bar
  send('touchstart', fingers(30))
  for (const apart of [40, 50, 60, 70]) send('touchmove', fingers(apart))
  send('touchend', [])
  expect(chart.position()!.bar).toBeGreaterThan(before)
})

it('removes an alert when its label is clicked, and not when its line is', async () => {
  chart.setAlerts([{ id: 'a1', price: '100.20' }])
  const target = element.firstElementChild!
  const { left, top } = element.getBoundingClientRect()
  const click = (x: number, y: number) => {
    const at = { bubbles: true, button: 0, clientX: left + x, clientY: top + y }
    for (const type of ['mouseenter', 'mousemove', 'mousedown', 'mouseup', 'click'])
      target.dispatchEvent(new MouseEvent(type, at))
  }
  const clickEverywhere = (x: number) => {
    for (let y = 4; y < 260; y += 6) click(x, y)
  }
  // The chart draws the alert in a later frame.
  const clicksOnLabel = () => {
    clickEverywhere(30)
    return onRemoveAlert.mock.calls.length
  }
  await expect.poll(clicksOnLabel).toBeGreaterThan(0)
  expect(onRemoveAlert).toHaveBeenLastCalledWith('a1')
  onRemoveAlert.mockClear()
  clickEverywhere(200)
  expect(onRemoveAlert).not.toHaveBeenCalled()
})
