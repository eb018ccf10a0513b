import { expect, test, vi } from 'vitest'
import { OrderUnanswered, placeOrder, resendPausesMs } from './place-order.ts'

class Lost extends Error {}

function wiring(answers: (string | Error)[]) {
  const waits: number[] = []
  const send = vi.fn(async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  })
  const onResend = vi.fn()
  return {
    send,
    waits,
    onResend,
    isUnanswered: (error: unknown) => error instanceof Lost,
    wait: async (ms: number) => void waits.push(ms),
  }
}

test('an order with a response is sent once', async () => {
  const given = wiring(['taken'])
  expect(await placeOrder(given)).toBe('taken')
  expect(given.send).toHaveBeenCalledOnce()
})

test('an order without a response is sent again until one arrives', async () => {
  const given = wiring([new Lost(), new Lost(), 'taken'])
  expect(await placeOrder(given)).toBe('taken')
  expect(given.waits).toEqual(resendPausesMs.slice(0, 2))
  expect(given.onResend.mock.calls).toEqual([[1], [2]])
})

test('a refusal is final', async () => {
  const given = wiring([new Lost(), new Error('refused')])
  await expect(placeOrder(given)).rejects.toThrow('refused')
  expect(given.send).toHaveBeenCalledTimes(2)
})

test('throws OrderUnanswered if every response is lost', async () => {
  const given = wiring([new Lost(), new Lost(), new Lost(), new Lost()])
  await expect(placeOrder(given)).rejects.toThrow(OrderUnanswered)
  expect(given.send).toHaveBeenCalledTimes(4)
})
