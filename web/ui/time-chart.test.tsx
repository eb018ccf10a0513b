import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from './test-render.tsx'
import { TimeChart, type TimeSeries } from './time-chart.tsx'

const dayMs = 86_400_000
const timesMs = [0, 1, 2, 3].map((day) => Date.UTC(2026, 0, 1) + day * dayMs)
const series: TimeSeries[] = [
  { label: 'Paid', values: [1, 2, null, 4], bars: true },
  { label: 'Rate', values: [3, 2, 1, 0], tone: 'down' },
]
const chart = page.getByRole('img', { name: 'Payouts per day' })
const canvas = () => chart.element().querySelector('canvas')

afterEach(() => {
  delete document.documentElement.dataset['colorScheme']
  document.documentElement.style.removeProperty('--accent-fill')
})

/** Returns the colours of the canvas, as texts such as `12,34,56`. */
function colors(): Set<string> {
  const { width, height } = canvas()!
  const { data } = canvas()!.getContext('2d')!.getImageData(0, 0, width, height)
  const found = new Set<string>()
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) found.add(data.slice(at, at + 3).join())
  return found
}

it('shows an image with a name, drawn at the width of its place', async () => {
  await render(
    <div style={{ inlineSize: 400 }}>
      <TimeChart label="Payouts per day" timesMs={timesMs} series={series} heightPx={150} />
    </div>,
  )
  await expect.poll(() => canvas()?.clientWidth).toBe(400)
  expect(canvas()!.clientHeight).toBe(150)
})

it('follows the width of its place', async () => {
  const at = (inlineSize: number) => (
    <div style={{ inlineSize }}>
      <TimeChart label="Payouts per day" timesMs={timesMs} series={series} />
    </div>
  )
  const { rerender } = await render(at(400))
  await expect.poll(() => canvas()?.clientWidth).toBe(400)
  await rerender(at(250))
  await expect.poll(() => canvas()?.clientWidth).toBe(250)
})

it('draws in the colours of the theme, and again when the theme changes', async () => {
  const root = document.documentElement
  root.style.setProperty('--accent-fill', 'rgb(10, 200, 30)')
  await render(<TimeChart label="Payouts per day" timesMs={timesMs} series={series} />)
  await expect.poll(() => canvas() && colors().has('10,200,30')).toBe(true)
  root.style.setProperty('--accent-fill', 'rgb(200, 10, 30)')
  root.dataset['colorScheme'] = 'dark'
  await expect.poll(() => canvas() && colors().has('200,10,30')).toBe(true)
  expect(colors().has('10,200,30')).toBe(false)
  expect(chart.element().querySelectorAll('canvas')).toHaveLength(1)
})

it('removes its canvas with the page', async () => {
  const { unmount } = await render(<TimeChart label="Payouts per day" timesMs={timesMs} series={series} />)
  await expect.poll(() => Boolean(canvas())).toBe(true)
  await unmount()
  expect(document.querySelector('canvas')).toBeNull()
})
