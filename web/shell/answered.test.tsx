import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../ui/test-render.tsx'
import { Answered, Unanswered } from './answered.tsx'

const refetch = vi.fn()
const waiting = { data: undefined, error: null, refetch }
const failed = { data: undefined, error: new Error('Try later.'), refetch }
const answered = { data: 'Response', error: null, refetch }
const outdated = { data: 'Response', error: new Error('Try later.'), refetch }

const loading = page.getByRole('status')
const failure = page.getByRole('alert')
const response = page.getByText('Response')

it('shows the loading state, the error with a retry, and then the response', async () => {
  const view = await render(<Answered query={waiting}>{(text) => <p>{text}</p>}</Answered>)
  await expect.element(loading).toHaveAccessibleName('Loading')
  await view.rerender(<Answered query={failed}>{(text) => <p>{text}</p>}</Answered>)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
  await view.rerender(<Answered query={answered}>{(text) => <p>{text}</p>}</Answered>)
  await expect.element(response).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

it('keeps the response if a later request fails', async () => {
  await render(<Answered query={outdated}>{(text) => <p>{text}</p>}</Answered>)
  await expect.element(response).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

it('can show a later failure next to the response', async () => {
  const view = await render(<Unanswered query={outdated} />)
  await expect.element(failure).toBeVisible()
  await view.rerender(<Unanswered query={answered} />)
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(loading).not.toBeInTheDocument()
})
