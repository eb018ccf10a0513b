import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { Pager } from './pager.tsx'

function List({ pages }: { pages: number }) {
  const [shown, setShown] = useState(1)
  return (
    <>
      <p>Page {shown}</p>
      <Pager page={shown} isLast={shown === pages} onPage={setShown} />
    </>
  )
}

const newer = page.getByRole('button', { name: 'Newer' })
const older = page.getByRole('button', { name: 'Older' })

it('moves between the pages and stops at both ends', async () => {
  await render(<List pages={2} />)
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expect.element(newer).toBeDisabled()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('Page 2')).toBeVisible()
  await expect.element(older).toBeDisabled()
  await newer.click()
  await expect.element(page.getByText('Page 1')).toBeVisible()
})

it('shows nothing for a single page', async () => {
  await render(<List pages={1} />)
  await expect.element(page.getByText('Page 1')).toBeVisible()
  await expect.element(newer).not.toBeInTheDocument()
})
