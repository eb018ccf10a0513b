import { expect, it } from 'vitest'
import { alarmWords } from '../../api/calls/operators/alarms.ts'
import { customerFlags } from '../../api/customer-flags.ts'
import { expertMethods, expertStyles } from '../../api/experts.ts'
import { permissions, roles } from '../../api/permissions.ts'
import { hidingReasons, reviewKinds } from '../../api/sentences/review-words.ts'
import { settingWords } from '../../api/sentences/setting-words.ts'
import { documentModeNames, rejectionReasons } from '../../api/states/verification-states.ts'
import { refusalReasons, withdrawalStates, withdrawalWaits } from '../../api/states/withdrawal-states.ts'
import * as apiWords from '../language/api-words.ts'
import * as words from './words.ts'

const sameAsCodes = (codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, code]))

it('translates reasons that operators choose from a list, and leaves others as they were written', () => {
  expect(words.reasonText(rejectionReasons.unreadable)).toBe(words.rejectionReasonTexts().unreadable)
  expect(words.reasonText(hidingReasons.off_topic)).toBe(words.hidingReasonTexts().off_topic)
  expect(words.reasonText('She asked for it by phone.')).toBe('She asked for it by phone.')
})

it('uses the API’s strings verbatim in English', () => {
  expect(words.permissionTexts()).toEqual(permissions)
  for (const [kind, text] of Object.entries(alarmWords)) expect(words.alarmText(kind)).toBe(text)
  expect(words.alarmText('of_an_older_version')).toBe('of_an_older_version')
  expect(words.settingTexts()).toEqual(settingWords)
  expect(words.flagTexts()).toEqual(customerFlags)
  expect(words.rejectionReasonTexts()).toEqual(rejectionReasons)
  expect(words.refusalReasonTexts()).toEqual(refusalReasons)
  expect(words.withdrawalWaitTexts()).toEqual(withdrawalWaits)
  expect(words.hidingReasonTexts()).toEqual(hidingReasons)
  expect(words.rolesText(Object.keys(roles))).toBe(
    Object.values(roles)
      .map(({ label }) => label)
      .join(', '),
  )
})

it('uses codes as the English names of documents, states, kinds, methods and styles', () => {
  expect(words.documentNames()).toEqual(sameAsCodes(documentModeNames))
  expect(apiWords.withdrawalStateNames()).toEqual(sameAsCodes(withdrawalStates))
  expect(words.reviewKindNames()).toEqual(sameAsCodes(reviewKinds))
  expect(apiWords.methodNames()).toEqual(sameAsCodes(expertMethods))
  expect(apiWords.styleNames()).toEqual(sameAsCodes(expertStyles))
})
