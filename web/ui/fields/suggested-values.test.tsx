import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SuggestedValues } from './suggested-values.tsx'
import { renderInEnglish as render } from '../test-render.tsx'

const options = [10, 25, 50, 100, 250].map((value) => ({ value, label: `$${value}.00` }))

function Amount() {
  const [amount, setAmount] = useState('')
  return (
    <>
      <input aria-label="Amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <SuggestedValues
        label="Suggested values"
        options={options}
        chosen={Number(amount)}
        onChoose={(value) => setAmount(String(value))}
      />
    </>
  )
}

it('enters the chosen value, and shows which one the field contains', async () => {
  await render(<Amount />)
  const group = page.getByRole('group', { name: 'Suggested values' })
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  await expect.element(page.getByLabelText('Amount')).toHaveValue('25')
  await expect.element(group.getByRole('button', { name: '$25.00', pressed: true })).toBeVisible()
  await page.getByLabelText('Amount').fill('26')
  await expect.element(group.getByRole('button', { name: '$25.00', pressed: false })).toBeVisible()
})

it.each(['pills', 'tiles', 'row'] as const)('fits a narrow window as %s', async (look) => {
  await render(
    <div data-testid="narrow" style={{ inlineSize: 288 }}>
      <SuggestedValues label="Suggested values" look={look} options={options} chosen={10} onChoose={() => {}} />
    </div>,
  )
  expect(page.getByTestId('narrow').element().scrollWidth).toBe(288)
})
