import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { SearchSelect } from './search-select.tsx'

const options = [
  { value: 'Austria', label: 'Austria', note: '+43' },
  { value: 'United Arab Emirates', label: 'United Arab Emirates', note: '+971' },
  { value: 'United Kingdom', label: 'United Kingdom', note: '+44' },
]
const submitted = vi.fn()

function Form({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <SearchSelect label="Country" options={options} value={value} onChange={setValue} error="Choose one." />
      <input aria-label="Phone" />
      <output aria-label="Chosen">{value}</output>
    </form>
  )
}

const field = page.getByRole('combobox', { name: 'Country' })
const chosen = page.getByRole('status', { name: 'Chosen' })
const choice = (name: string) => page.getByRole('option', { name: new RegExp(name) })

it('filters while the user types, and Enter chooses without sending the form', async () => {
  await render(<Form />)
  await expect.element(field).toHaveAccessibleDescription('Choose one.')
  await field.click()
  await expect.element(choice('Austria')).toBeVisible()
  await userEvent.keyboard('united')
  await expect.element(choice('Austria')).not.toBeInTheDocument()
  await expect.element(field).toHaveAttribute('aria-activedescendant', choice('United Arab').element().id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(chosen).toHaveTextContent('United Kingdom')
  await expect.element(field).toHaveValue('United Kingdom')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  expect(submitted).not.toHaveBeenCalled()
})

it('doesn’t send the form on Enter while nothing fits, because the options may still load', async () => {
  await render(<Form />)
  await field.fill('nowhere')
  await userEvent.keyboard('{Enter}')
  expect(submitted).not.toHaveBeenCalled()
  await expect.element(field).toHaveValue('nowhere')
})

it('chooses with the pointer, and the field keeps the focus', async () => {
  await render(<Form />)
  await field.click()
  await choice('United Kingdom').click()
  await expect.element(chosen).toHaveTextContent('United Kingdom')
  await expect.element(field).toHaveFocus()
})

it('keeps the previous choice if the typed text fits none or several, or after Escape', async () => {
  await render(<Form start="Austria" />)
  await field.fill('united')
  await userEvent.tab()
  await expect.element(field).toHaveValue('Austria')
  await field.fill('atlantis')
  await expect.element(page.getByText('No results.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Austria')
  await field.fill('+44')
  await userEvent.tab()
  await expect.element(chosen).toHaveTextContent('United Kingdom')
})

it('takes a choice that the browser fills in', async () => {
  await render(<Form />)
  await page.getByRole('textbox', { name: 'Phone' }).click()
  const input = field.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'united kingdom')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.element(chosen).toHaveTextContent('United Kingdom')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
})
