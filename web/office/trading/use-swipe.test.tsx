import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { useSwipe } from './use-swipe.ts'

const onSideways = vi.fn()
const onUp = vi.fn()

function Bar() {
  return <p {...useSwipe({ onSideways, onUp })}>Bar</p>
}

it.each([
  { name: 'to the left', by: { x: -80, y: 10 }, sideways: [[1]], up: [] },
  { name: 'to the right', by: { x: 80, y: -10 }, sideways: [[-1]], up: [] },
  { name: 'up', by: { x: 10, y: -80 }, sideways: [], up: [[]] },
  { name: 'down', by: { x: 0, y: 80 }, sideways: [], up: [] },
  { name: 'a little', by: { x: -30, y: -30 }, sideways: [], up: [] },
  { name: 'askew', by: { x: -80, y: -80 }, sideways: [], up: [] },
])('a swipe $name', async ({ by, sideways, up }) => {
  vi.clearAllMocks()
  await render(<Bar />)
  const target = page.getByText('Bar').element()
  const touch = (x: number, y: number) => new Touch({ identifier: 1, target, clientX: 100 + x, clientY: 100 + y })
  const from = touch(0, 0)
  target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [from], changedTouches: [from] }))
  target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(by.x, by.y)] }))
  expect(onSideways.mock.calls).toEqual(sideways)
  expect(onUp.mock.calls).toEqual(up)
})
