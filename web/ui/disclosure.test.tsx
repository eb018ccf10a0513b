import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Disclosure } from './disclosure.tsx'
import { renderInEnglish as render } from './test-render.tsx'

const chosen = vi.fn()
const button = page.getByRole('button', { name: 'Trading' })
const entry = page.getByRole('button', { name: 'About' })
const behind = page.getByRole('button', { name: 'Behind' })
const isOpen = () => button.element().getAttribute('aria-expanded')

beforeEach(async () => {
  chosen.mockClear()
  await render(
    <>
      <Disclosure label="Trading">
        <button onClick={chosen}>About</button>
      </Disclosure>
      <button style={{ marginBlockStart: '12rem' }}>Behind</button>
    </>,
  )
  // The mouse may be where the previous test left it.
  await behind.hover()
})

it.each(['{Enter}', ' '])('opens and closes its panel with the key "%s"', async (key) => {
  ;(button.element() as HTMLElement).focus()
  expect(isOpen()).toBe('false')
  await expect.element(entry).not.toBeInTheDocument()
  await userEvent.keyboard(key)
  await expect.poll(isOpen).toBe('true')
  await expect.element(entry).toBeVisible()
  const panel = document.getElementById(button.element().getAttribute('aria-controls')!)
  expect(panel?.contains(entry.element())).toBe(true)
  await userEvent.keyboard(key)
  await expect.poll(isOpen).toBe('false')
})

it('closes on Escape in its panel and returns the focus', async () => {
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Tab}')
  await expect.element(entry).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(isOpen).toBe('false')
  await expect.element(button).toHaveFocus()
})

it('closes when the focus moves out', async () => {
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Tab}{Tab}')
  await expect.element(behind).toHaveFocus()
  await expect.poll(isOpen).toBe('false')
})

it('opens under the mouse, stays open on a click, and closes after a choice', async () => {
  await button.hover()
  await expect.poll(isOpen).toBe('true')
  await button.click()
  expect(isOpen()).toBe('true')
  await entry.click()
  await expect.poll(isOpen).toBe('false')
  expect(chosen).toHaveBeenCalledOnce()
})

it('closes when the mouse leaves', async () => {
  await button.hover()
  await expect.poll(isOpen).toBe('true')
  await behind.hover()
  await expect.poll(isOpen).toBe('false')
})
