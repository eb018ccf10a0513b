import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from './test-render.tsx'
import { TimeChart, type TimeSeries } from './time-chart.tsx'

const dayMs = 86_400_000
const timesMs = [0, 1, 2, 3].map((day) => Date.UTC(2026, 0, 1) + day * dayMs)
const series: TimeSeries[] = [
  { label: 'Paid', values: ['1', '2', null, '4'], bars: true },
  { label: 'Rate', values: ['3', '2', '1', '0'], tone: 'down' },
]
const chart = page.getByRole('img', { name: 'Payouts per day' })
const canvas = () => chart.element().querySelector('canvas')

afterEach(() => {
  vi.restoreAllMocks()
  delete document.documentElement.dataset['colorScheme']
  document.documentElement.style.removeProperty('--accent-fill')
})

/** Returns the colours of the canvas, as strings such as `12,34,56`. */
function colors(): Set<string> {
  const { width, height } = canvas()!
  const { data } = canvas()!.getContext('2d')!.getImageData(0, 0, width, height)
  const found = new Set<string>()
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) found.add(data.slice(at, at + 3).join())
  return found
}

it('shows an image with a name, as wide as its container', async () => {
  await render(
    <div style={{ inlineSize: 400 }}>
      <TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={series} heightPx={150} />
    </div>,
  )
  await expect.poll(() => canvas()?.clientWidth).toBe(400)
  expect(canvas()!.clientHeight).toBe(150)
})

it('follows the width of its container', async () => {
  const at = (inlineSize: number) => (
    <div style={{ inlineSize }}>
      <TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={series} />
    </div>
  )
  const { rerender } = await render(at(400))
  await expect.poll(() => canvas()?.clientWidth).toBe(400)
  await rerender(at(250))
  await expect.poll(() => canvas()?.clientWidth).toBe(250)
})

it.each(['grid', 'flex'])('lets a %s container become narrower', async (display) => {
  const at = (inlineSize: number) => (
    <div style={{ inlineSize }}>
      <div style={{ display }} data-testid="container">
        <section style={{ flexGrow: 1 }}>
          <TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={series} />
        </section>
      </div>
    </div>
  )
  const { rerender } = await render(at(400))
  await expect.poll(() => canvas()?.clientWidth).toBe(400)
  await rerender(at(250))
  await expect.poll(() => canvas()?.clientWidth).toBe(250)
  expect(page.getByTestId('container').element().scrollWidth).toBe(250)
})

it('uses the theme’s colours, and redraws when the theme changes', async () => {
  const root = document.documentElement
  root.style.setProperty('--accent-fill', 'rgb(10, 200, 30)')
  await render(<TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={series} />)
  await expect.poll(() => canvas() && colors().has('10,200,30')).toBe(true)
  root.style.setProperty('--accent-fill', 'rgb(200, 10, 30)')
  root.dataset['colorScheme'] = 'dark'
  await expect.poll(() => canvas() && colors().has('200,10,30')).toBe(true)
  expect(colors().has('10,200,30')).toBe(false)
  expect(chart.element().querySelectorAll('canvas')).toHaveLength(1)
})

it('removes its canvas when it unmounts', async () => {
  const { unmount } = await render(<TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={series} />)
  await expect.poll(() => Boolean(canvas())).toBe(true)
  await unmount()
  expect(document.querySelector('canvas')).toBeNull()
})

it('shows the newest value, and the date and value under the crosshair', async () => {
  const days = [0, 1, 3].map((day) => new Date(2026, 0, 1 + day, 12).getTime())
  await render(
    <TimeChart
      unit="$"
      label="Payouts per day"
      timesMs={days}
      series={[{ label: 'Paid', values: ['1', null, '1234.50'] }]}
    />,
  )
  await expect.element(page.getByText('$1,234.50')).toBeInTheDocument()
  await expect.element(page.getByText(/4 Jan 2026/)).toBeInTheDocument()
  await expect.poll(() => Boolean(canvas())).toBe(true)
  const over = page.elementLocator(document.querySelector('.u-over')!)
  await over.hover({ position: { x: 2, y: over.element().getBoundingClientRect().height / 2 } })
  await expect.element(page.getByText('$1', { exact: true })).toBeInTheDocument()
  await expect.element(page.getByText(/1 Jan 2026/)).toBeInTheDocument()
})

it('draws steps that hold each value until the next one', async () => {
  const lines = vi.spyOn(Path2D.prototype, 'lineTo')
  const values: TimeSeries[] = [{ label: 'Value', values: ['1', '2', '1', '3'] }]
  const flats = () => lines.mock.calls.filter(([, y], index, all) => index > 0 && all[index - 1]![1] === y).length
  const { rerender } = await render(<TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={values} />)
  await expect.poll(() => lines.mock.calls.length).toBeGreaterThan(2)
  // The border of the clipped area has flat lines too.
  const ofSlopes = flats()
  lines.mockClear()
  await rerender(<TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={values} steps />)
  await expect.poll(flats).toBeGreaterThan(ofSlopes)
})

it('places bars by index, with dates and all decimals on the axes', async () => {
  const labels = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  const late = [timesMs[0]!, timesMs[1]!, timesMs[3]! + 20 * dayMs]
  const paid: TimeSeries[] = [{ label: 'Paid', values: ['0.00001', '0.00002', '0.000015'], bars: true }]
  await render(<TimeChart unit="tBTC" label="Payouts per day" timesMs={late} series={paid} />)
  await expect.poll(() => labels.mock.calls.map(([text]) => text)).toContain('24 Jan')
  const texts = labels.mock.calls.map(([text]) => text)
  expect(texts).toContain('0.000010')
  expect(texts).not.toContain('12 Jan')
})

it('shows a currency’s sign on the axis of amounts', async () => {
  const labels = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  await render(<TimeChart unit="$" label="Payouts per day" timesMs={timesMs} series={[series[1]!]} />)
  await expect.poll(() => labels.mock.calls.map(([text]) => text)).toContain('$1')
})
