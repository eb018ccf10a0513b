import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../../../ui/test-render.tsx'
import { useNextSymbol } from './next-symbol.ts'

const choose = vi.fn()
const symbols = ['AAPL', 'EURUSD', 'BTCUSD', 'GOLD'].map((symbol) => ({
  symbol,
  state: symbol === 'GOLD' ? 'closed' : 'live',
}))
vi.mock('./market.tsx', () => ({
  useMarket: () => ({ chosen: symbols[1], symbols, favourites: ['BTCUSD'], choose }),
}))

function Steps() {
  const step = useNextSymbol()
  return (
    <>
      <button onClick={() => step(1)}>Next</button>
      <button onClick={() => step(-1)}>Before</button>
    </>
  )
}

beforeEach(() => choose.mockClear())

it('goes through the live symbols, favourites first, from each end to the other', async () => {
  await render(<Steps />)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Before' }).click()
  expect(choose.mock.calls).toEqual([['BTCUSD'], ['AAPL']])
})
