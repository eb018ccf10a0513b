import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderDesk } from '../test-desk.tsx'
import Messages from './messages.tsx'
import '../../ui/tokens.css'

afterEach(() => vi.restoreAllMocks())

const at = '2026-11-20T10:00:00.000Z'
const message = (id: string, more: object = {}) => ({
  id,
  subject: `Subject ${id}`,
  content: `Text ${id}`,
  received: at,
  state: 'open',
  answer: null,
  decidedBy: null,
  decided: null,
  erased: null,
  ...more,
})
const answered = { state: 'answered', answer: 'To both.', decidedBy: 'Olga', decided: at }
const conversations = [
  {
    id: '3',
    thread: 'c1',
    name: 'Ada',
    email: 'ada@example.org',
    customer: 'c1',
    language: 'de',
    state: 'open',
    age: { since: 0, ageMs: 3 * 86_400_000, withinDays: 1, state: 'late' },
    messages: [message('1', answered), message('2', answered), message('3')],
  },
  {
    id: '4',
    thread: 'ben',
    name: 'Ben',
    email: 'ben@example.org',
    customer: null,
    language: 'en',
    state: 'open',
    age: { since: 0, ageMs: 7_200_000, withinDays: 1, state: 'fresh' },
    messages: [message('4')],
  },
]
const templates = [
  { id: 't1', name: 'Greeting', text: 'Hello {name}, about {subject}.', changedBy: 'Olga', changed: at },
]
const show = () =>
  renderDesk(
    <Messages />,
    {
      messages: conversations,
      'messages.templates': templates,
      'messages.answer': { msg: 'Sent.' },
      'messages.close': { msg: 'Closed.' },
    },
    ['customers.read'],
  )

const thread = (name: string) => page.getByRole('region', { name: `Conversation with ${name}` })

it('shows conversations with their state and age in words, and links to the customer who was signed in', async () => {
  await page.viewport(1280, 800)
  await show()
  const list = page.getByRole('list', { name: 'Conversations' })
  await expect.element(list.getByRole('button', { name: /Ada.*overdue, waiting 3 days/ })).toBeVisible()
  await expect.element(list.getByRole('button', { name: /Ben.*waiting 2 hours/ })).toBeVisible()
  await expect
    .element(thread('Ada').getByRole('link', { name: 'Open customer' }))
    .toHaveAttribute('href', '/operator/customers/c1')
  await expect.element(thread('Ada')).toMatchTextContent('Page language: Deutsch')
  // One reply that answers two messages appears once.
  expect(thread('Ada').getByText('To both.').elements()).toHaveLength(1)
  await list.getByRole('button', { name: /Ben/ }).click()
  await expect.element(thread('Ben')).toMatchTextContent('Not signed in')
  await expect.element(thread('Ben').getByRole('link')).not.toBeInTheDocument()
})

it('replies to the newest open message with a template whose placeholders are filled in', async () => {
  await page.viewport(1280, 800)
  const sent = await show()
  await thread('Ada').getByLabelText('Insert a template').selectOptions('Greeting')
  const reply = thread('Ada').getByRole('textbox', { name: 'Reply' })
  await expect.element(reply).toHaveValue('Hello Ada, about Subject 3.')
  await thread('Ada').getByRole('button', { name: 'Send reply' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ name: 'messages.answer', input: { id: '3', answer: 'Hello Ada, about Subject 3.' } }])
})

it('closes a message without sending the reply that was begun', async () => {
  await page.viewport(1280, 800)
  const sent = await show()
  await thread('Ada').getByRole('textbox', { name: 'Reply' }).fill('Not finished')
  await thread('Ada').getByRole('button', { name: 'Close without replying' }).click()
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect.poll(() => sent).toEqual([{ name: 'messages.close', input: { id: '3' } }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

it('shows the list or one conversation on narrow screens', async () => {
  await page.viewport(360, 800)
  await show()
  const entry = page.getByRole('button', { name: /Ben/ })
  await expect.element(thread('Ada')).not.toBeInTheDocument()
  await entry.click()
  await expect.element(thread('Ben')).toHaveFocus()
  await page.getByRole('button', { name: 'All conversations' }).click()
  await expect.element(entry).toBeVisible()
})
