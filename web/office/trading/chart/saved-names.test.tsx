import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../../ui/test-render.tsx'
import { SavedNames } from './saved-names.tsx'

const does = { onApply: vi.fn(), onSave: vi.fn(), onRename: vi.fn(), onDelete: vi.fn() }
const pageKeys = vi.fn()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = page.getByRole('textbox', { name: 'Name' })

beforeEach(async () => {
  vi.clearAllMocks()
  await render(
    <div onKeyDown={pageKeys}>
      <SavedNames legend="Layouts" saveLabel="Save this layout" names={['Gold', 'Scalping']} {...does} />
    </div>,
  )
})

it('puts the focus into the field for a name, and saves with Enter', async () => {
  await button('Save this layout').click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(' Night {Enter}')
  expect(does.onSave).toHaveBeenCalledExactlyOnceWith('Night')
  await expect.element(field).not.toBeInTheDocument()
})

it('renames with Enter, unless the name is empty', async () => {
  await button('Rename Gold').click()
  await expect.element(field).toHaveValue('Gold')
  await userEvent.clear(field)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toBeVisible()
  await userEvent.keyboard('Metals{Enter}')
  expect(does.onRename).toHaveBeenCalledExactlyOnceWith('Gold', 'Metals')
})

it('changes nothing with Escape, and keeps both keys from the page', async () => {
  await button('Save this layout').click()
  await userEvent.keyboard('Night')
  pageKeys.mockClear()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(does.onSave).not.toHaveBeenCalled()
  expect(pageKeys).not.toHaveBeenCalled()
})

it('applies and deletes an entry', async () => {
  await button('Scalping').click()
  expect(does.onApply).toHaveBeenCalledExactlyOnceWith('Scalping')
  await button('Delete Gold').click()
  expect(does.onDelete).toHaveBeenCalledExactlyOnceWith('Gold')
})
