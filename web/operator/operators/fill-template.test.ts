import { expect, it } from 'vitest'
import { fillTemplate } from './fill-template.ts'

it('fills in the name and the subject, however often they occur, and nothing else', () => {
  const values = { name: 'Ada', subject: '{name}' }
  expect(fillTemplate('Dear {name}, about “{subject}”: {other}. {name}!', values)).toBe(
    'Dear Ada, about “{name}”: {other}. Ada!',
  )
})
