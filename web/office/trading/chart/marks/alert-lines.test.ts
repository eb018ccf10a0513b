import type { OverlayCreateFiguresCallbackParams, OverlayEvent } from 'klinecharts'
import { expect, test, vi } from 'vitest'
import type { ChartColors } from '../chart-theme.ts'
import { alertOverlayOf, alertTemplate } from './alert-lines.ts'

const colors = { accent: 'brown', surface: 'white' } as ChartColors
type Given = OverlayCreateFiguresCallbackParams<unknown>

test('an alert is a line across the chart, and only its label can be clicked', () => {
  const onRemove = vi.fn()
  const overlay = alertOverlayOf({ id: 'a1', price: '1.0730' }, colors, onRemove)
  expect(overlay.points).toEqual([{ value: 1.073 }])
  const figures = alertTemplate.createPointFigures!({
    coordinates: [{ x: 0, y: 40 }],
    bounding: { width: 300 },
    overlay,
  } as unknown as Given as never)
  expect(figures).toMatchObject([
    {
      type: 'line',
      ignoreEvent: true,
      attrs: {
        coordinates: [
          { x: 0, y: 40 },
          { x: 300, y: 40 },
        ],
      },
    },
    { type: 'text', attrs: { y: 40, text: 'Alert 1.0730 ×' } },
  ])
  overlay.onClick?.({} as OverlayEvent<unknown>)
  expect(onRemove.mock.calls).toEqual([['a1']])
})
