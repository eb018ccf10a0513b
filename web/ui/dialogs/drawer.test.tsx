import { useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { Drawer } from './drawer.tsx'

const run = vi.fn()

function Page() {
  const drawer = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button onClick={() => drawer.current?.showModal()}>Open menu</button>
      <Drawer ref={drawer} label="Menu" side="start" className={undefined}>
        <button onClick={run}>Find</button>
        <a href="#there">Profile</a>
        <details>
          <summary>Trading</summary>
          <p>Plans</p>
        </details>
      </Drawer>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Open menu' })
const drawer = page.getByRole('dialog', { name: 'Menu' })

beforeEach(async () => {
  run.mockClear()
  await render(<Page />)
  await opener.click()
  await expect.element(drawer).toBeVisible()
})

it('moves the focus in, closes on Escape and returns the focus', async () => {
  await expect.element(page.getByRole('button', { name: 'Find' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('closes after a button or a link is used', async () => {
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer).not.toBeInTheDocument()
  expect(run).toHaveBeenCalledOnce()
  await opener.click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})

it('stays open when a group opens, and closes on a click outside', async () => {
  await page.getByText('Trading').click()
  await expect.element(page.getByText('Plans')).toBeVisible()
  document.querySelector('dialog')!.click()
  await expect.element(drawer).not.toBeInTheDocument()
})
