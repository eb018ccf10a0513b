import { expect, it } from 'vitest'
import { masked, maskedEmail } from './mask.ts'

it.each([
  ['ada@example.org', 'a•••@e•••.org'],
  ['a@b', 'a•••@b•••'],
  ['ada.l@mail.example.co.uk', 'a•••@m•••.uk'],
])('masks %s', (email, mask) => {
  expect(maskedEmail(email)).toBe(mask)
})

it('masks each word of a name, in any alphabet', () => {
  expect(masked('Ada King Lovelace')).toBe('A••• K••• L•••')
  expect(masked('𝓐da')).toBe('𝓐•••')
})
