import { expect, it } from 'vitest'
import { depositStates, depositStateWords, paymentReceiptPendingText } from '../../../api/states/deposit-states.ts'
import { withdrawalStates } from '../../../api/states/withdrawal-states.ts'
import { withdrawalStateNames } from '../../language/api-words.ts'
import { depositStateTexts, paymentReceiptPendingWords } from './payment-words.ts'

it('uses the same English state labels as the calls and the specification', () => {
  expect(depositStateTexts()).toEqual(
    Object.fromEntries(depositStates.map((state) => [state, depositStateWords[state].label])),
  )
  expect(Object.values(withdrawalStateNames())).toEqual([...withdrawalStates])
  expect(paymentReceiptPendingWords()).toBe(paymentReceiptPendingText)
})
