import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { PageLinks } from './page-links.tsx'

const linkTo = (to: number) => <a href={`?p=${to}`}>{`To page ${to}`}</a>
const names = () =>
  page
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

it('links to the pages before and after, and to none past either end', async () => {
  const view = await render(<PageLinks page={1} pages={3} label="Pages" link={linkTo} />)
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).toMatchTextContent('Page 1 of 3')
  expect(names()).toEqual(['To page 2'])
  await view.rerender(<PageLinks page={2} pages={3} label="Pages" link={linkTo} />)
  expect(names()).toEqual(['To page 1', 'To page 3'])
  await view.rerender(<PageLinks page={3} pages={3} label="Pages" link={linkTo} />)
  expect(names()).toEqual(['To page 2'])
})
