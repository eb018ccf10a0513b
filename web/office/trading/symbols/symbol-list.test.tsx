import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../../ui/test-render.tsx'
import type { useMarket } from './market.tsx'
import type { SymbolInfo } from './price-board.ts'
import { SymbolList } from './symbol-list.tsx'

type Market = ReturnType<typeof useMarket>

const { held } = vi.hoisted(() => ({ held: {} as { market: Market } }))
vi.mock('./market.tsx', () => ({
  useMarket: () => held.market,
  useQuote: () => undefined,
  useServerNow: () => null,
}))

const symbol = (name: string, known: string, kind: SymbolInfo['class']): SymbolInfo =>
  ({
    symbol: name,
    name: known,
    class: kind,
    state: 'live',
    price: '1.1',
    changeBps: null,
    payoutBps: 8_000,
  }) as SymbolInfo
const symbols = [
  symbol('EURUSD', 'Euro', 'forex'),
  symbol('GBPUSD', 'Pound', 'forex'),
  symbol('BTCUSD', 'Bitcoin', 'crypto'),
]
const choose = vi.fn()
const toggleFavourite = vi.fn()
const onChosen = vi.fn()
const onAlert = vi.fn()
const market = (changed: Partial<Market> = {}) =>
  ({
    symbols,
    favourites: ['EURUSD'],
    recent: [],
    trends: new Map(),
    ownResults: new Map(),
    chosen: symbols[0],
    choose,
    toggleFavourite,
    error: null,
    ...changed,
  }) as Market

const field = page.getByRole('searchbox', { name: 'Find a symbol' })
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} (?!: )`) })
const star = (name: string) => page.getByRole('button', { name: `${name}: favourite` })
const names = () =>
  page
    .getByRole('listitem')
    .all()
    .map((item) => item.element().querySelector('strong')?.textContent)
const show = () => render(<SymbolList onChosen={onChosen} onAlert={onAlert} />)

beforeEach(() => {
  vi.clearAllMocks()
  held.market = market()
})

it('moves the focus between the field and the rows with the arrow keys', async () => {
  await show()
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('EURUSD')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(row('BTCUSD')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(field).toHaveFocus()
})

it('moves from a star to the next row', async () => {
  await show()
  ;(star('EURUSD').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('GBPUSD')).toHaveFocus()
})

it('marks the chosen symbol and the favourites', async () => {
  await show()
  await expect.element(row('EURUSD')).toHaveAttribute('aria-current', 'true')
  await expect.element(row('BTCUSD')).toHaveAttribute('aria-current', 'false')
  await expect.element(star('EURUSD')).toHaveAttribute('aria-pressed', 'true')
  await star('BTCUSD').click()
  expect(toggleFavourite.mock.calls).toEqual([['BTCUSD']])
  expect(choose).not.toHaveBeenCalled()
})

it('opens the price alerts of a symbol without choosing it', async () => {
  await show()
  await page.getByRole('button', { name: 'BTCUSD: price alert' }).click()
  expect(onAlert.mock.calls).toEqual([['BTCUSD']])
  expect(choose).not.toHaveBeenCalled()
})

it('finds symbols, announces how many, and chooses the first one with Enter', async () => {
  await show()
  await field.fill('usd')
  await expect.element(page.getByRole('status')).toHaveTextContent('3 symbols')
  await field.fill('bit')
  await expect.element(page.getByRole('status')).toHaveTextContent('1 symbol')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => choose.mock.calls).toEqual([['BTCUSD']])
  expect(onChosen).toHaveBeenCalledOnce()
  await expect.element(field).toHaveValue('')
})

it('chooses a row with the keyboard', async () => {
  await show()
  await field.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(choose.mock.calls).toEqual([['GBPUSD']])
})

it('chooses the first match once the symbols have loaded', async () => {
  held.market = market({ symbols: [] })
  const { rerender } = await show()
  await field.click()
  await userEvent.keyboard('{Enter}')
  expect(choose).not.toHaveBeenCalled()
  held.market = market()
  await rerender(<SymbolList onChosen={onChosen} onAlert={onAlert} />)
  await expect.poll(() => choose.mock.calls).toEqual([['EURUSD']])
})

it('lists the symbols of a category', async () => {
  await show()
  const categories = page.getByRole('group', { name: 'Category' })
  await expect.element(categories.getByRole('button', { name: 'All', pressed: true })).toBeVisible()
  await categories.getByRole('button', { name: 'Forex' }).click()
  await expect.element(categories.getByRole('button', { name: 'Forex', pressed: true })).toBeVisible()
  expect(names()).toEqual(['EURUSD', 'GBPUSD'])
  await categories.getByRole('button', { name: 'Favourites' }).click()
  await expect.poll(names).toEqual(['EURUSD'])
})

it('lists favourites, then recently used symbols, and keeps the rows in place when one is chosen', async () => {
  held.market = market({ recent: ['BTCUSD'] })
  const { rerender } = await show()
  await expect.poll(names).toEqual(['EURUSD', 'BTCUSD', 'GBPUSD'])
  held.market = market({ recent: ['GBPUSD', 'BTCUSD'] })
  await rerender(<SymbolList onChosen={onChosen} onAlert={onAlert} />)
  expect(names()).toEqual(['EURUSD', 'BTCUSD', 'GBPUSD'])
})
