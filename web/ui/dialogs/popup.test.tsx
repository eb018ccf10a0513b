import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { type PopupMessage, PopupProvider, usePopup } from './popup.tsx'

const warning: PopupMessage = { title: 'LOGIN', msg: 'Incorrect email or password.', type: 'warning' }
const success: PopupMessage = { title: 'PROFILE', msg: 'Saved.', type: 'success' }
const closed = vi.fn()

function Page({ messages }: { messages: PopupMessage[] }) {
  const popup = usePopup()
  return (
    <button onClick={() => messages.forEach((message) => void popup(message).then(() => closed(message.title)))}>
      Send
    </button>
  )
}

const opener = page.getByRole('button', { name: 'Send' })
const dialog = page.getByRole('dialog', { name: 'LOGIN' })
const status = page.getByRole('status')

async function show(...messages: PopupMessage[]) {
  await render(
    <PopupProvider>
      <Page messages={messages} />
    </PopupProvider>,
  )
  await opener.click()
}

beforeEach(() => void closed.mockClear())
afterEach(() => vi.useRealTimers())

it('shows a warning in a dialog with its title as name and its text as description, and focuses OK', async () => {
  await show(warning)
  await expect.element(dialog).toHaveAccessibleDescription('Incorrect email or password.')
  await expect.element(page.getByRole('button', { name: 'OK' })).toHaveFocus()
  expect(closed).not.toHaveBeenCalled()
})

it.each(['{Enter}', '{Escape}'])('closes a warning with %s, resolves and returns the focus', async (key) => {
  await show(warning)
  await expect.element(page.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.keyboard(key)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(closed.mock.calls).toEqual([['LOGIN']])
})

it('shows warnings one after another', async () => {
  await show(warning, { ...warning, title: 'MAIL' })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'MAIL' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(closed.mock.calls).toEqual([['LOGIN']])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('announces a success without moving the focus, and resolves at once', async () => {
  await show(success)
  await expect.element(status).toMatchTextContent(/PROFILE\s*Saved\./)
  await expect.element(opener).toHaveFocus()
  expect(closed).toHaveBeenCalledOnce()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(status).toHaveTextContent('')
})

it('replaces a success with the next one', async () => {
  await show(success, { ...success, msg: 'Code sent.' })
  await expect.element(status).toMatchTextContent(/Code sent\./)
  await expect.element(page.getByText('Saved.')).not.toBeInTheDocument()
})

it('removes a success after 7 s, but not while it has the focus', async () => {
  vi.useFakeTimers()
  await show(success)
  const close = page.getByRole('button', { name: 'Close' })
  ;(close.element() as HTMLElement).focus()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(close).toBeVisible()
  ;(opener.element() as HTMLElement).focus()
  await vi.advanceTimersByTimeAsync(6_900)
  await expect.element(close).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(close).not.toBeInTheDocument()
})
