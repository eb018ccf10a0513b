import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { Flyout } from './flyout.tsx'

const opener = page.getByRole('button', { name: 'Draw on the chart' })
const panel = page.getByRole('group', { name: 'Draw on the chart' })
const line = page.getByRole('button', { name: 'Line' })
const behind = page.getByRole('button', { name: 'Behind' })

beforeEach(async () => {
  await render(
    <>
      <Flyout label="Draw on the chart" button="Draw">
        {(close) => <button onClick={close}>Line</button>}
      </Flyout>
      <button>Behind</button>
    </>,
  )
  ;(opener.element() as HTMLElement).focus()
})

it('opens and closes with its button, which names the panel and says whether it is open', async () => {
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toBeVisible()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  expect(opener.element().getAttribute('aria-controls')).toBe(panel.element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
})

it('closes on Escape and returns the focus', async () => {
  await userEvent.keyboard('{Enter}{Tab}')
  await expect.element(line).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('closes after a choice and returns the focus', async () => {
  await userEvent.keyboard('{Enter}{Tab}{Enter}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('closes when the focus moves out', async () => {
  await userEvent.keyboard('{Enter}{Tab}{Tab}')
  await expect.element(behind).toHaveFocus()
  await expect.element(panel).not.toBeInTheDocument()
})

it('closes on a click outside, but not on one inside', async () => {
  await userEvent.keyboard('{Enter}')
  panel.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.element(panel).toBeVisible()
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.element(panel).not.toBeInTheDocument()
})
