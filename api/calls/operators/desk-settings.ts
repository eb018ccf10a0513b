import { z } from 'zod'
import { factorDemands } from '../identity/factor-demand.ts'
import { settingWords, type SettingKey } from '../../sentences/setting-words.ts'

export type { SettingKey } from '../../sentences/setting-words.ts'
import { phrases } from '../../sentences/phrases.ts'

/**
 * Settings that operators can change at run time. Every change is stored with its reason and applies only to what
 * starts afterwards. Amounts are decimal strings, the same number in each currency unless marked USD.
 */

const amount = z
  .string()
  .trim()
  .regex(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/, phrases.enter_amount_with_decimals)
const share = z
  .number(phrases.enter_basis_points)
  .int(phrases.enter_basis_points)
  .min(1_000, phrases.share_at_least)
  .max(9_900, phrases.share_at_most)
  .nullable()

export const deskSettings = {
  secondOperatorAboveUsd: {
    schema: amount,
    initial: '1000.00',
  },
  secondOperatorWaitDays: {
    schema: z
      .union(
        [
          z.number(),
          z
            .string()
            .trim()
            .regex(/^\d{1,3}$/, phrases.enter_days)
            .transform(Number),
        ],
        phrases.enter_days,
      )
      .pipe(z.number().int(phrases.enter_days).min(1, phrases.at_least_1_day).max(60, phrases.at_most_60_days)),
    initial: 7,
  },
  messagesMailbox: {
    schema: z.union([z.literal(''), z.email(phrases.enter_email)]),
    initial: '',
  },
  payoutBps: {
    schema: z.object({ stocks: share, forex: share, crypto: share }),
    initial: { stocks: null, forex: null, crypto: null },
  },
  bonus: {
    schema: z.object({
      onVerification: amount,
      turnoverTimes: z
        .number(phrases.enter_whole_number)
        .int(phrases.enter_whole_number)
        .min(0, phrases.at_least_0)
        .max(100, phrases.at_most_100),
    }),
    initial: { onVerification: '25.00', turnoverTimes: 5 },
  },
  addressBook: {
    schema: z.object({
      coolingHours: z
        .number(phrases.enter_hours)
        .int(phrases.enter_hours)
        .min(1, phrases.at_least_1_hour)
        .max(336, phrases.at_most_two_weeks),
    }),
    initial: { coolingHours: 24 },
  },
  customerSecondFactor: {
    schema: z.enum(factorDemands, phrases.choose_demand),
    initial: 'optional',
  },
  tradingLimits: {
    schema: z
      .object({
        minStake: amount,
        maxStake: amount,
        maxOpenTrades: z
          .number(phrases.enter_whole_number)
          .int(phrases.enter_whole_number)
          .min(1, phrases.at_least_1)
          .max(1_000, phrases.at_most_1000),
        maxOpenStake: amount,
        maxExposure: amount,
      })
      .refine((limits) => Number(limits.minStake) >= 10, {
        path: ['minStake'],
        message: phrases.stake_at_least,
      })
      .refine((limits) => Number(limits.minStake) <= Number(limits.maxStake), {
        path: ['maxStake'],
        message: phrases.stake_bounds_crossed,
      })
      .refine((limits) => Number(limits.maxStake) <= Number(limits.maxOpenStake), {
        path: ['maxOpenStake'],
        message: phrases.open_stake_below_stake,
      }),
    initial: {
      minStake: '10.00',
      maxStake: '5000.00',
      maxOpenTrades: 50,
      maxOpenStake: '25000.00',
      maxExposure: '100000.00',
    },
  },
} as const satisfies Record<SettingKey, { schema: z.ZodType; initial: unknown }>

export type SettingValue<K extends SettingKey> = z.output<(typeof deskSettings)[K]['schema']>
export const settingKeys = Object.keys(settingWords) as SettingKey[]
