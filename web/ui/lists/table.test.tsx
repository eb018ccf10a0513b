import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { type Column, Table } from './table.tsx'

type Deposit = { id: string; plan: string; amount: string }
const rows: Deposit[] = [
  { id: '1', plan: 'Basic', amount: '10.00' },
  { id: '2', plan: 'Large', amount: '500.00' },
]
const columns: Column<Deposit>[] = [
  { head: 'Plan', isRowHead: true, cell: ({ plan }) => plan, foot: 'Total' },
  { head: 'Amount', end: true, cell: ({ amount }) => amount, foot: '510.00' },
]

const table = page.getByRole('table', { name: 'Deposits' })

it.each([
  { width: 1024, cards: false },
  { width: 320, cards: true },
])('keeps its roles and accessible names at $width pixels', async ({ width, cards }) => {
  await page.viewport(width, 700)
  await render(<Table label="Deposits" columns={columns} rows={rows} />)
  await expect.element(table).toBeVisible()
  expect(table.getByRole('row').elements()).toHaveLength(4)
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent),
  ).toEqual(['Plan', 'Amount'])
  await expect.element(table.getByRole('row', { name: /Large/ })).toMatchTextContent(/500\.00/)
  await expect.element(table.getByRole('rowheader', { name: /Large/ })).toBeVisible()
  const cell = table.getByRole('cell', { name: /500\.00/ }).element()
  expect(getComputedStyle(cell, '::before').content).toBe(cards ? '"Amount"' : 'none')
})

it('scrolls in a region that can get the keyboard focus', async () => {
  await render(<Table label="Deposits" narrow="scroll" columns={columns} rows={rows} />)
  await expect.element(page.getByRole('region', { name: 'Deposits' })).toHaveAttribute('tabindex', '0')
})

it('shows a sentence instead of a table without rows', async () => {
  await render(<Table label="Deposits" columns={columns} rows={[]} empty="No deposits yet." />)
  await expect.element(page.getByText('No deposits yet.')).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
})
