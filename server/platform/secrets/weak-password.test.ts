import { writePhrase } from '../../../api/sentences/sentences.ts'
import { describe, expect, it } from 'vitest'
import { passwordWeakness } from './weak-password.ts'

const rule = { shortest: 8 }
const context = ['Tallystick', 'ada.lovelace@example.org', 'Ada Lovelace']
const weakness = (pwd: string) => {
  const found = passwordWeakness(pwd, rule, context)
  return found && writePhrase(found)
}

describe('the password', () => {
  it.each(['P@ssw0rd!', 'Summer2026!', 'abcd1234!', 'letmein123', '12345678', 'aaaaaaaa', 'QWERTYuiop'])(
    '%s is too common',
    (pwd) => expect(weakness(pwd)).toMatch(/common/),
  )
  it.each([
    'tallystick',
    'Tallystick2026',
    'lovelace-ada',
    'ada.lovelace',
    'ada.lovelace@example.org',
    'ada.lovelace1815',
  ])('%s consists mostly of context words', (pwd) => expect(weakness(pwd)).toMatch(/mostly/))
  it.each(['short', 'ж'.repeat(7)])('%s is too short', (pwd) => expect(weakness(pwd)).toMatch(/at least 8/))
  it.each([
    'heron over grey water',
    'un café très noir',
    'Lovelace liked grey herons',
    'xK9#mQ2$vL7',
    'ein sehr langer satz',
  ])('%s is accepted', (pwd) => expect(weakness(pwd)).toBeUndefined())
})
