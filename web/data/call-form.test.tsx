import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PopupProvider } from '../ui/dialogs/popup.tsx'
import { TextField } from '../ui/fields/fields.tsx'
import { renderInEnglish as render } from '../ui/test-render.tsx'
import { useCallForm, useSend } from './call-form.ts'
import { CallRefused, ServerUnreachable } from './call.ts'

type Values = { address: string; amount: string; totp: string }
type Answer = { msg: string }
type Options = Parameters<typeof useCallForm<Values, Answer, 'save'>>[0]

const make = vi.fn<Options['send']>()
const firstValues: Values = { address: 'ada@example.org', amount: '10', totp: '' }

function WithdrawalForm(options: Partial<Options>) {
  const { form, busy, way, notice, field, submit, onSubmit } = useCallForm<Values, Answer, 'save'>({
    title: 'WITHDRAWAL',
    values: firstValues,
    send: make,
    ...options,
  })
  return (
    <form ref={form} onSubmit={onSubmit}>
      <TextField label="Address" {...field('address')} />
      <TextField label="Amount" {...field('amount')} />
      <TextField label="Code" {...field('totp')} />
      <button type="submit">Request</button>
      <button type="button" onClick={() => void submit('save')}>
        Save
      </button>
      <p role="alert">{notice}</p>
      <output aria-label="State">{busy ? `sending ${way ?? ''}` : 'ready'}</output>
    </form>
  )
}

const show = (options: Partial<Options> = {}) =>
  render(
    <PopupProvider>
      <WithdrawalForm {...options} />
    </PopupProvider>,
  )

const address = page.getByRole('textbox', { name: 'Address' })
const amount = page.getByRole('textbox', { name: 'Amount' })
const code = page.getByRole('textbox', { name: 'Code' })
const request = page.getByRole('button', { name: 'Request' })
const save = page.getByRole('button', { name: 'Save' })
const state = page.getByRole('status', { name: 'State' })
const warning = page.getByRole('dialog', { name: 'WITHDRAWAL' })

const refusal = new CallRefused(400, {
  code: 'bad_address',
  msg: 'Check the details.',
  fields: { address: 'Enter an email address.', amount: 'Enter a larger amount.' },
})
const lost = new ServerUnreachable(new TypeError('fetch failed'))

/** Sends the form and closes the popup that shows the error. */
async function sendAndClose() {
  await request.click()
  await expect.element(warning).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(warning).not.toBeInTheDocument()
}
const keys = () => make.mock.calls.map(([, key]) => key)

beforeEach(() => void make.mockReset().mockResolvedValue({ msg: 'Requested.' }))

describe('useCallForm', () => {
  it('shows a notice without a popup while a field has an error', async () => {
    const faults = { amount: 'Enter a larger amount.' }
    await show({ check: (values) => (values.amount === '10' ? { notice: 'Fill all Form Fields', faults } : undefined) })
    await request.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Fill all Form Fields')
    await expect.element(warning).not.toBeInTheDocument()
    await expect.element(amount).toHaveFocus()
    await expect.element(amount).toHaveAccessibleDescription('Enter a larger amount.')
    await amount.fill('25')
    await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
    expect(make).not.toHaveBeenCalled()
    await request.click()
    await expect.poll(keys).toHaveLength(1)
  })

  it('sends the typed values, one call at a time, and shows the outcome', async () => {
    const answer = Promise.withResolvers<Answer>()
    make.mockReturnValue(answer.promise)
    const onDone = vi.fn()
    await show({ onDone })
    await amount.fill('25')
    await userEvent.keyboard('{Enter}')
    await expect.element(state).toHaveTextContent('sending')
    await request.click()
    expect(make.mock.calls).toEqual([[{ ...firstValues, amount: '25' }, expect.any(String), undefined]])
    expect(onDone).not.toHaveBeenCalled()
    answer.resolve({ msg: 'Requested.' })
    await expect.element(page.getByText('Requested.')).toBeVisible()
    await expect.element(state).toHaveTextContent('ready')
    await expect.element(amount).toHaveValue('25')
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ msg: 'Requested.' })
  })

  it('sets the values that `next` returns after a success', async () => {
    await show({ next: (sent) => ({ ...sent, amount: '' }) })
    await request.click()
    await expect.element(amount).toHaveValue('')
    await expect.element(address).toHaveValue('ada@example.org')
  })

  it('passes the argument of `submit` to `next`', async () => {
    await show({ next: (sent, way) => ({ ...sent, amount: way ?? '' }) })
    await save.click()
    await expect.element(amount).toHaveValue('save')
  })

  it('shows a refusal, then each error at its field until the value changes, and focuses the first field', async () => {
    make.mockRejectedValue(refusal)
    await show()
    await request.click()
    await expect.element(warning.getByText('Check the details.')).toBeVisible()
    await expect.element(address).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.element(address).toHaveFocus()
    await expect.element(address).toHaveAccessibleDescription('Enter an email address.')
    await expect.element(amount).toHaveAccessibleDescription('Enter a larger amount.')
    await expect.element(address).toHaveValue('ada@example.org')
    await address.fill('ben@example.org')
    await expect.element(address).not.toHaveAttribute('aria-invalid')
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
    make.mockResolvedValue({ msg: 'Requested.' })
    await request.click()
    await expect.element(amount).not.toHaveAttribute('aria-invalid')
  })

  it('shows the errors that `faultsOf` returns instead of those in the refusal', async () => {
    make.mockRejectedValue(refusal)
    await show({ faultsOf: ({ code: refused }) => ({ amount: `Refused with ${refused}.` }) })
    await sendAndClose()
    await expect.element(amount).toHaveFocus()
    await expect.element(amount).toHaveAccessibleDescription('Refused with bad_address.')
    await expect.element(address).not.toHaveAttribute('aria-invalid')
  })

  it('keeps the idempotency key for a retry, and uses a new one for other values and after a success', async () => {
    make.mockRejectedValue(lost)
    await show()
    await sendAndClose()
    await sendAndClose()
    await amount.fill('11')
    make.mockResolvedValue({ msg: 'Requested.' })
    for (let sent = 3; sent <= 4; sent++) {
      await request.click()
      await expect.poll(() => make.mock.calls.length).toBe(sent)
      await expect.element(state).toHaveTextContent('ready')
    }
    const [first, second, third, fourth] = keys()
    expect(second).toBe(first)
    expect(new Set([first, third, fourth]).size).toBe(3)
  })

  it('clears a spent code after an error, and keeps the key for a retry with another code', async () => {
    make.mockRejectedValue(lost)
    await show({ spent: { totp: '' }, keyedBy: ({ address: to, amount: sum }) => [to, sum] })
    for (const typed of ['111111', '222222']) {
      await code.fill(typed)
      await sendAndClose()
      await expect.element(code).toHaveValue('')
    }
    expect(make.mock.calls.map(([{ totp }]) => totp)).toEqual(['111111', '222222'])
    expect(new Set(keys()).size).toBe(1)
  })

  it('shows what is missing without making the call', async () => {
    await show({
      check: ({ totp }) => (totp ? undefined : { msg: 'Enter the code.', faults: { totp: 'Missing.' } }),
    })
    await request.click()
    await expect.element(warning.getByText('Enter the code.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAccessibleDescription('Missing.')
    expect(make).not.toHaveBeenCalled()
    await code.fill('111111')
    await request.click()
    await expect.poll(() => make.mock.calls.length).toBe(1)
  })

  it('shows only the errors at the fields if `check` returns no text', async () => {
    await show({ check: () => ({ faults: { totp: 'Missing.' } }) })
    await request.click()
    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAccessibleDescription('Missing.')
    await expect.element(warning).not.toBeInTheDocument()
  })

  it('passes the argument of `submit` to `send`, `title` and `onFailure`', async () => {
    const answer = Promise.withResolvers<Answer>()
    make.mockReturnValue(answer.promise)
    const onFailure = vi.fn()
    await show({ title: (way) => (way ? 'SAVING' : 'WITHDRAWAL'), onFailure })
    await save.click()
    await expect.element(state).toHaveTextContent('sending save')
    expect(make.mock.calls[0]![2]).toBe('save')
    answer.reject(refusal)
    await expect.element(page.getByRole('dialog', { name: 'SAVING' })).toBeVisible()
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(refusal, 'save')
    await expect.element(page.getByLabelText('State')).toHaveTextContent('ready')
  })

  it('shows only the errors at the fields for a refusal that `onFailure` handles', async () => {
    make.mockRejectedValue(refusal)
    await show({ onFailure: () => true })
    await request.click()
    await expect.element(address).toHaveFocus()
    await expect.element(address).toHaveAccessibleDescription('Enter an email address.')
    await expect.element(warning).not.toBeInTheDocument()
  })
})

describe('useSend', () => {
  const found: unknown[] = []
  function Buttons() {
    const { busy, send } = useSend({ title: 'KEYS' })
    const revoke = async () => void found.push(await send(async () => Promise.reject(refusal), { title: 'WITHDRAWAL' }))
    const create = async () => void found.push(await send(() => make(firstValues, '', undefined)))
    return (
      <>
        <button onClick={create}>Create</button>
        <button onClick={revoke}>Revoke</button>
        <output aria-label="State">{busy ? 'sending' : 'ready'}</output>
      </>
    )
  }

  it('makes one call at a time, and resolves with its response, or with undefined after an error', async () => {
    const answer = Promise.withResolvers<Answer>()
    make.mockReturnValue(answer.promise)
    await render(
      <PopupProvider>
        <Buttons />
      </PopupProvider>,
    )
    const create = page.getByRole('button', { name: 'Create' })
    await create.click()
    await expect.element(state).toHaveTextContent('sending')
    await create.click()
    expect(found).toEqual([undefined])
    answer.resolve({ msg: 'Created.' })
    await expect.element(page.getByText('KEYS')).toBeVisible()
    await expect.element(page.getByText('Created.')).toBeVisible()
    await expect.element(state).toHaveTextContent('ready')
    expect(make).toHaveBeenCalledOnce()
    expect(found).toEqual([undefined, { msg: 'Created.' }])
    await page.getByRole('button', { name: 'Revoke' }).click()
    await expect.element(warning.getByText('Check the details.')).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => found).toEqual([undefined, { msg: 'Created.' }, undefined])
  })
})
