import { type FormEvent, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { Dialog } from './dialog.tsx'

function Page(props: Partial<Parameters<typeof Dialog>[0]>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Rename</button>
      <button>Behind</button>
      {open && (
        <Dialog title="Rename the key" onClose={() => setOpen(false)} {...props}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'Rename the key' })
const opener = page.getByRole('button', { name: 'Rename' })
const field = page.getByRole('textbox', { name: 'Name' })

async function open(props: Partial<Parameters<typeof Dialog>[0]> = {}) {
  await render(<Page {...props} />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
}

it('moves the focus in, keeps it there and returns it when Escape closes the dialog', async () => {
  await open({ actions: <button>Save</button> })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  expect(document.activeElement?.textContent).not.toBe('Behind')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('returns the focus when the page stops rendering the dialog', async () => {
  await open({ closeButton: true })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('is hidden while it is mounted but closed', async () => {
  await render(
    <Dialog title="Rename the key" open={false} tall closeButton onClose={() => {}}>
      <input aria-label="Name" />
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Rename the key', includeHidden: true })).not.toBeVisible()
})

it('stays open while busy', async () => {
  const onClose = vi.fn()
  await open({ busy: true, closeButton: true, lightDismiss: true, onClose })
  await field.fill('typed')
  // Chromium closes a dialog on the second Escape even if the first was prevented.
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeDisabled()
  document.querySelector('dialog')!.click()
  await expect.element(dialog).toBeVisible()
  await expect.element(field).toHaveValue('typed')
  expect(onClose).not.toHaveBeenCalled()
})

it('stays open if it has no `onClose`', async () => {
  await open({ onClose: undefined })
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(dialog).toBeVisible()
})

it('stays open on a click outside without lightDismiss', async () => {
  await open()
  document.querySelector('dialog')!.click()
  await expect.element(dialog).toBeVisible()
})

it('closes on a click outside with lightDismiss, but not on a click inside', async () => {
  await open({ lightDismiss: true })
  await field.click()
  await expect.element(dialog).toBeVisible()
  document.querySelector('dialog')!.click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('submits its form with Enter', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  await open({ form: { onSubmit }, actions: <button type="submit">Save</button> })
  await field.fill('typed')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})
