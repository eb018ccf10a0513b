import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { Meter } from './meter.tsx'

const meter = page.getByRole('progressbar', { name: 'Used' })

it('shows a share under its name', async () => {
  await render(<Meter label="Used" value={3} max={365} />)
  await expect.element(meter).toHaveAttribute('value', '3')
  await expect.element(meter).toHaveAttribute('max', '365')
})

it('marks a full meter only on request', async () => {
  const { rerender } = await render(<Meter label="Used" value={1} />)
  await expect.element(meter).not.toHaveAttribute('data-full')
  await rerender(<Meter label="Used" value={1} marksFull />)
  await expect.element(meter).toHaveAttribute('data-full')
})
