import { beforeEach, expect, it } from 'vitest'
import type { PopupMessage } from '../ui/dialogs/popup.tsx'
import { CallRefused, ServerUnreachable } from './call.ts'
import { createSender } from './sender.ts'

const refused = new CallRefused(409, { code: 'busy', msg: 'Try again in a moment.' })
const lost = new ServerUnreachable(new TypeError('fetch failed'))

/** What happened, in order. */
let steps: string[]
let keys: string[]
let closePopup: () => void

const popup = ({ title, msg, type }: PopupMessage): Promise<void> => {
  steps.push(`${type}: ${title}, ${msg}`)
  return type === 'success' ? Promise.resolve() : new Promise((close) => (closePopup = close))
}
const refetch = async () => void steps.push('refetch')
const options = { title: 'BONUS', popup, refetch }
const answers = (answer: unknown) => async (key: string) => {
  keys.push(key)
  if (answer instanceof Error) throw answer
  return answer
}
const sender = () => createSender((busy) => void steps.push(busy ? 'busy' : 'ready'))

beforeEach(() => {
  steps = []
  keys = []
  closePopup = () => {}
})

/** Makes a call, and closes the popup if the call fails. */
async function sendAndClose(send: ReturnType<typeof sender>, answer: unknown, given: object = {}) {
  const ready = () => steps.filter((step) => step === 'ready').length
  const before = ready()
  const sent = send(answers(answer), { ...options, ...given })
  await expect.poll(ready).toBe(before + 1)
  closePopup()
  return sent
}

it('shows the sentence in the response, refetches, and is then ready', async () => {
  const answer = { msg: 'Moved.' }
  expect(await sender()(answers(answer), options)).toBe(answer)
  expect(steps).toEqual(['busy', 'success: BONUS, Moved.', 'refetch', 'ready'])
})

it('shows no popup for a response without a sentence', async () => {
  await sender()(answers({ id: '7' }), options)
  expect(steps).toEqual(['busy', 'refetch', 'ready'])
})

it('shows why a call was refused, and resolves when the popup is closed', async () => {
  let resolved = false
  const sent = sender()(answers(refused), options).then((answer) => {
    resolved = true
    return answer
  })
  await expect.poll(() => steps.at(-1)).toBe('refetch')
  expect(steps).toEqual(['busy', 'warning: BONUS, Try again in a moment.', 'ready', 'refetch'])
  expect(resolved).toBe(false)
  closePopup()
  expect(await sent).toBeUndefined()
})

it('shows no popup for an error that `onFailure` handles or that has no text', async () => {
  const seen: unknown[] = []
  const replaced = { onFailure: (error: unknown) => Boolean(seen.push(error)) }
  await sendAndClose(sender(), refused, replaced)
  await sendAndClose(sender(), lost, { textOf: () => null })
  expect(seen).toEqual([refused])
  expect(steps).toEqual(['busy', 'ready', 'refetch', 'busy', 'ready', 'refetch'])
})

it('is ready before the refetch after a refusal ends, so that the user can continue', async () => {
  const never = () => new Promise(() => {})
  const send = sender()
  void send(answers(refused), { ...options, refetch: never })
  await expect.poll(() => steps.at(-1)).toBe('ready')
  await send(answers({ msg: 'Moved.' }), options)
  expect(steps.at(-2)).toBe('refetch')
  expect(keys).toHaveLength(2)
})

it('ignores a second call while the first one runs', async () => {
  const send = sender()
  const [first, second] = await Promise.all([send(answers('first'), options), send(answers('second'), options)])
  expect([first, second]).toEqual(['first', undefined])
  expect(keys).toHaveLength(1)
})

it('stays busy after a success if `leaves` is set, but not after an error', async () => {
  const send = sender()
  await sendAndClose(send, refused, { leaves: true })
  await send(answers('signed in'), { ...options, leaves: true })
  expect(steps.at(-1)).toBe('busy')
  expect(await send(answers('again'), options)).toBeUndefined()
})

it('keeps the idempotency key until the call succeeds or its input changes', async () => {
  const send = sender()
  await sendAndClose(send, lost, { input: { amount: '5' } })
  await sendAndClose(send, refused, { input: { amount: '5' } })
  await sendAndClose(send, lost, { input: { amount: '6' } })
  await sendAndClose(send, { msg: 'Moved.' }, { input: { amount: '6' } })
  await sendAndClose(send, { msg: 'Moved.' }, { input: { amount: '6' } })
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2, 2, 4])
})
