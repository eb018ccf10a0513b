import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from './test-render.tsx'
import { CopyButton } from './copy-button.tsx'

afterEach(() => vi.restoreAllMocks())

it.each([false, true])('copies the text and reports it (icon only: %s)', async (iconOnly) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await render(<CopyButton text="0xab" label="Copy address" iconOnly={iconOnly} />)
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  await page.getByRole('button', { name: 'Copy address' }).click()
  expect(write).toHaveBeenCalledWith('0xab')
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
})
