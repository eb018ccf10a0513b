import { describe, expect, it } from 'vitest'
import { deskSettings, type SettingKey } from '../../../api/calls/operators/desk-settings.ts'
import {
  areTrusted,
  changesTrust,
  countsAsSecond,
  dayMs,
  gainsTrust,
  loosens,
  passesThreshold,
  waitsUntilMs,
} from './second-operator-rules.ts'

const nowMs = 1_000 * dayMs

describe('the waiting time', () => {
  it('ends after the configured days, to the millisecond', () => {
    expect(waitsUntilMs(nowMs - 7 * dayMs + 1, 7, nowMs)).toBe(nowMs + 1)
    expect(waitsUntilMs(nowMs - 7 * dayMs, 7, nowMs)).toBeUndefined()
  })
})

describe('trust in an operator', () => {
  it('comes with the right to approve or to manage operators', () => {
    expect(
      (['owner', 'finance', 'compliance', 'support', 'auditor'] as const).filter((role) => areTrusted([role])),
    ).toEqual(['owner', 'finance', 'compliance'])
  })
  it('changes when such a right is added or removed', () => {
    expect(changesTrust(['support'], ['auditor', 'support'])).toBe(false)
    expect(changesTrust(['finance'], ['compliance'])).toBe(false)
    expect(changesTrust(['finance'], ['owner'])).toBe(true)
    expect(changesTrust(['finance'], ['support'])).toBe(true)
    expect([
      gainsTrust(['support'], ['finance']),
      gainsTrust(['finance'], ['support']),
      gainsTrust(['finance'], ['owner']),
    ]).toEqual([true, false, true])
  })
})

describe('a second operator', () => {
  const colleague = { roles: ['finance' as const], createdAtMs: nowMs - 7 * dayMs, deactivatedAtMs: null }
  it('has the right to approve and is past the waiting time', () => {
    expect(countsAsSecond(colleague, 7, nowMs)).toBe(true)
    expect(countsAsSecond({ ...colleague, createdAtMs: nowMs - 7 * dayMs + 1 }, 7, nowMs)).toBe(false)
    expect(countsAsSecond({ ...colleague, roles: ['support'] }, 7, nowMs)).toBe(false)
  })
  it('still counts during the waiting time after removal', () => {
    expect(countsAsSecond({ ...colleague, deactivatedAtMs: nowMs - 7 * dayMs + 1 }, 7, nowMs)).toBe(true)
    expect(countsAsSecond({ ...colleague, deactivatedAtMs: nowMs - 7 * dayMs }, 7, nowMs)).toBe(false)
  })
})

describe('the threshold', () => {
  const sums = { byOperatorMinor: 0n, toCustomerMinor: 0n }
  it('can be exceeded by an amount, by an operator’s sum or by a customer’s sum', () => {
    expect(passesThreshold({ worthMinor: 100n, ...sums }, 100n)).toBe(false)
    expect(passesThreshold({ worthMinor: 101n, ...sums }, 100n)).toBe(true)
    expect(passesThreshold({ worthMinor: 1n, ...sums, byOperatorMinor: 100n }, 100n)).toBe(true)
    expect(passesThreshold({ worthMinor: 1n, ...sums, toCustomerMinor: 100n }, 100n)).toBe(true)
    expect(passesThreshold({ worthMinor: undefined, ...sums }, 100n)).toBe(true)
  })
})

describe('a change', () => {
  const limits = deskSettings.tradingLimits.initial
  const rates = { stocks: 8_000, forex: null, crypto: 8_000 }
  const cases: [SettingKey, unknown, unknown, boolean][] = [
    ['secondOperatorAboveUsd', '1000', '1000.01', true],
    ['secondOperatorAboveUsd', '1000', '999', false],
    ['secondOperatorWaitDays', 7, 6, true],
    ['secondOperatorWaitDays', 7, 8, false],
    ['messagesMailbox', '', 'a@b.example', false],
    ['payoutBps', rates, { ...rates, stocks: 8_001 }, true],
    ['payoutBps', rates, { ...rates, stocks: 7_999 }, false],
    ['payoutBps', rates, { ...rates, forex: 1_000 }, true],
    ['payoutBps', rates, { ...rates, crypto: null }, true],
    ['bonus', { onVerification: '25.00', turnoverTimes: 5 }, { onVerification: '25.01', turnoverTimes: 5 }, true],
    ['bonus', { onVerification: '25.00', turnoverTimes: 5 }, { onVerification: '25', turnoverTimes: 4 }, true],
    ['bonus', { onVerification: '25.00', turnoverTimes: 5 }, { onVerification: '20', turnoverTimes: 6 }, false],
    ['addressBook', { coolingHours: 24 }, { coolingHours: 23 }, true],
    ['addressBook', { coolingHours: 24 }, { coolingHours: 48 }, false],
    ['tradingLimits', limits, { ...limits, maxStake: '5000.01' }, true],
    ['tradingLimits', limits, { ...limits, maxOpenTrades: 51 }, true],
    ['tradingLimits', limits, { ...limits, maxOpenStake: '25000.01' }, true],
    ['tradingLimits', limits, { ...limits, maxExposure: '100000.01' }, true],
    ['tradingLimits', limits, { ...limits, minStake: '20', maxStake: '100', maxOpenTrades: 1 }, false],
  ]
  it.each(cases)('of %s from %j to %j loosens the setting: %s', (key, before, after, expected) => {
    expect(loosens(key, before as never, after as never)).toBe(expected)
  })
})
