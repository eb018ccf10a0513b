import { expect, it } from 'vitest'
import { deskSettings } from '../../../api/calls/operators/desk-settings.ts'
import { defaultLimits, limitsOfDesk } from './limits.ts'

it("starts with the default limits, and follows the operators' settings", () => {
  let set: Parameters<typeof limitsOfDesk>[0] extends () => infer Set ? Set : never = deskSettings.tradingLimits.initial
  const limits = limitsOfDesk(() => set)
  expect({ ...limits }).toEqual(defaultLimits)
  expect(limits.EUR).toBe(limits.EUR)
  set = { ...set, minStake: '20', maxOpenTrades: 3 }
  expect(limits.GBP).toEqual({ ...defaultLimits.GBP, minStakeMinor: 20_00n, maxOpenTrades: 3 })
})
