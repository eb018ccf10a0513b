import { expect, it } from 'vitest'
import { digitsOf, emptyBoxes, enterText, eraseBack } from './code-entry.ts'

const empty = emptyBoxes(5)

it('puts a typed digit into its box and moves on, except from the last box', () => {
  expect(enterText(empty, 0, '7')).toEqual({ boxes: ['7', '', '', '', ''], focus: 1 })
  expect(enterText(['1', '2', '3', '4', ''], 4, '5')).toEqual({ boxes: ['1', '2', '3', '4', '5'], focus: 4 })
})

it('overwrites the digit in a box', () => {
  expect(enterText(['1', '2', '3', '4', '5'], 1, '9').boxes).toEqual(['1', '9', '3', '4', '5'])
})

it.each(['12345', '1 2 3 4 5', '12-345', ' 12345\n', '１２３４５', '123456'])(
  'fills all boxes from a pasted code, whichever box has the focus: %j',
  (text) => {
    expect(enterText(['', '', '9', '', ''], 3, text)).toEqual({ boxes: ['1', '2', '3', '4', '5'], focus: 4 })
  },
)

it('puts part of a code into the boxes from the focused one on', () => {
  expect(enterText(['1', '', '', '', ''], 1, '23')).toEqual({ boxes: ['1', '2', '3', '', ''], focus: 3 })
  expect(enterText(empty, 3, '789').boxes).toEqual(['', '', '', '7', '8'])
})

it('drops everything except digits', () => {
  expect(enterText(['1', '', '', '', ''], 1, 'x')).toEqual({ boxes: ['1', '', '', '', ''], focus: 1 })
  expect(digitsOf('a1б2-٣')).toBe('12')
})

it('erases the digit in the box or, if the box is empty, in the previous one', () => {
  expect(eraseBack(['1', '2', '', '', ''], 1)).toEqual({ boxes: ['1', '', '', '', ''], focus: 1 })
  expect(eraseBack(['1', '2', '', '', ''], 2)).toEqual({ boxes: ['1', '', '', '', ''], focus: 1 })
  expect(eraseBack(empty, 0)).toEqual({ boxes: empty, focus: 0 })
})
