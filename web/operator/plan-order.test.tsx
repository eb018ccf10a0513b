import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Table } from '../ui/lists/table.tsx'
import { renderInEnglish as render } from '../ui/test-render.tsx'
import { moved, usePlanOrder } from './plan-order.tsx'

const named = (plan: string, retiredAt: number | null = null) => ({ id: plan.toLowerCase(), plan, retiredAt })

function Plans({ onOrder }: { onOrder: (ids: string[]) => void }) {
  const [plans, setPlans] = useState([named('Starter'), named('Bronze'), named('Gold'), named('Old', 1)])
  const { rows, column } = usePlanOrder(plans, async (ids) => {
    onOrder(ids)
    setPlans([...ids.map((id) => plans.find((plan) => plan.id === id)!), plans.at(-1)!])
  })
  return <Table label="Plans" columns={[...column, { head: 'Plan', cell: ({ plan }) => plan }]} rows={rows} />
}

const names = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.lastElementChild?.textContent)

it('moves an element', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})

it('orders offered plans with the keyboard, keeps the focus, and does nothing at the ends', async () => {
  const orders: string[][] = []
  await render(<Plans onOrder={(ids) => orders.push(ids)} />)
  const up = page.getByRole('button', { name: 'Move Bronze up' })
  ;(up.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Bronze', 'Starter', 'Gold', 'Old'])
  expect(orders).toEqual([['bronze', 'starter', 'gold']])
  await expect.element(up).toHaveFocus()
  await expect.element(up).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  expect(orders).toHaveLength(1)
  await page.getByRole('button', { name: 'Move Starter down' }).click()
  await expect.poll(names).toEqual(['Bronze', 'Gold', 'Starter', 'Old'])
  await expect.element(page.getByRole('button', { name: /Old/ })).not.toBeInTheDocument()
})
