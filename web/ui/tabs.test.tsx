import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from './test-render.tsx'
import { Tabs } from './tabs.tsx'

function Views() {
  const [view, setView] = useState<'open' | 'decided'>('open')
  const options = [
    { value: 'open', label: 'Open' },
    { value: 'decided', label: 'Decided' },
  ] as const
  return <Tabs label="View" options={options} value={view} onChange={setView} />
}

it('shows only the selected view’s button as pressed, and works with the keyboard', async () => {
  await render(<Views />)
  const group = page.getByRole('group', { name: 'View' })
  await expect.element(group.getByRole('button', { name: 'Open', pressed: true })).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(group.getByRole('button', { name: 'Decided' })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(group.getByRole('button', { name: 'Decided', pressed: true })).toBeVisible()
  await expect.element(group.getByRole('button', { name: 'Open', pressed: false })).toBeVisible()
})

it.each(['underlined', 'compact'] as const)('wraps in a narrow window if it is %s', async (look) => {
  const options = ['All', 'Not verified', 'Verified', 'Flagged', 'Frozen', 'Closed'].map((label) => ({
    value: label,
    label,
  }))
  await render(
    <div data-testid="narrow" style={{ inlineSize: 280 }}>
      <Tabs label="View" look={look} options={options} value="All" onChange={() => {}} />
    </div>,
  )
  expect(page.getByTestId('narrow').element().scrollWidth).toBe(280)
})
