import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { type Command, CommandPalette } from './command-palette.tsx'

const run = vi.fn()
const commands = ['Deposit', 'Withdrawals', 'Profile', 'Statement'].map((label): Command => ({
  id: label,
  label,
  kind: 'Page',
  icon: 'arrow',
  run: () => run(label),
}))

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Find</button>
      {open && <CommandPalette commands={commands} onClose={() => setOpen(false)} />}
    </>
  )
}

const field = page.getByRole('combobox', { name: 'Find a page or action' })
const active = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(async () => {
  localStorage.clear()
  run.mockClear()
  await render(<Page />)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect.element(field).toHaveFocus()
})

it('moves through the options with the arrow keys, wraps at both ends, and keeps the focus in the field', async () => {
  await expect.poll(active).toContain('Deposit')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toContain('Withdrawals')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(active).toContain('Statement')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toContain('Deposit')
  await expect.element(page.getByRole('option', { selected: true })).toMatchTextContent(/Deposit/)
  await expect.element(field).toHaveFocus()
})

it('runs the first match on Enter, after it has closed and returned the focus', async () => {
  run.mockImplementation(() => expect(document.activeElement?.textContent).toBe('Find'))
  await field.fill('prof')
  await expect.poll(active).toContain('Profile')
  await userEvent.keyboard('{Enter}')
  expect(run.mock.calls).toEqual([['Profile']])
  await expect.element(field).not.toBeInTheDocument()
})

it('runs an option when it is clicked', async () => {
  await page.getByRole('option', { name: /Statement/ }).click()
  expect(run.mock.calls).toEqual([['Statement']])
})

it('says that nothing matches, and closes on Escape', async () => {
  await field.fill('no such thing')
  await expect.element(page.getByRole('status')).toHaveTextContent('No results.')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(run).not.toHaveBeenCalled()
})

it('lists the commands that don’t fit too, and moves to the last one', async () => {
  const many = Array.from({ length: 30 }, (_, place): Command => ({
    id: `many-${place}`,
    label: `Many ${place}`,
    kind: 'Page',
    icon: 'arrow',
    run: () => run(place),
  }))
  await userEvent.keyboard('{Escape}')
  await render(<CommandPalette commands={many} onClose={() => {}} />)
  await expect.element(page.getByRole('option', { name: /Many 29/ })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(active).toContain('Many 29')
})

it('starts with an empty field each time it opens, if it stays mounted', async () => {
  await userEvent.keyboard('{Escape}')
  const palette = (open: boolean) => <CommandPalette commands={commands} open={open} onClose={() => {}} />
  const { rerender } = await render(palette(true))
  await field.fill('prof')
  await rerender(palette(false))
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await rerender(palette(true))
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  await expect.poll(active).toContain('Deposit')
})
