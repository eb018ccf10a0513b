import { z } from 'zod'
import { factorDemands } from './factor-demand.ts'
import { settingWords, type SettingKey } from './setting-words.ts'

export type { SettingKey } from './setting-words.ts'

/**
 * Settings that operators can change at run time. Every change is stored with its reason and applies only to what
 * starts afterwards. Amounts are decimal texts, the same number in each currency unless marked USD.
 */

const amount = z
  .string()
  .trim()
  .regex(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/, 'Enter an amount such as 1000.00.')
const share = z
  .number('Enter whole basis points, such as 8000.')
  .int('Enter whole basis points, such as 8000.')
  .min(1_000, 'At least 1,000 basis points (10 %).')
  .max(9_900, 'At most 9,900 basis points (99 %). At a higher rate, the house would lose at even odds.')
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
            .regex(/^\d{1,3}$/, 'Enter whole days, such as 7.')
            .transform(Number),
        ],
        'Enter whole days, such as 7.',
      )
      .pipe(z.number().int('Enter whole days, such as 7.').min(1, 'At least 1 day.').max(60, 'At most 60 days.')),
    initial: 7,
  },
  messagesMailbox: {
    schema: z.union([z.literal(''), z.email('Enter a complete email address.')]),
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
        .number('Enter a whole number.')
        .int('Enter a whole number.')
        .min(0, 'At least 0.')
        .max(100, 'At most 100.'),
    }),
    initial: { onVerification: '25.00', turnoverTimes: 5 },
  },
  addressBook: {
    schema: z.object({
      coolingHours: z
        .number('Whole hours.')
        .int('Whole hours.')
        .min(1, 'At least 1 hour.')
        .max(336, 'At most 336 hours, two weeks.'),
    }),
    initial: { coolingHours: 24 },
  },
  customerSecondFactor: {
    schema: z.enum(factorDemands, 'Choose optional, before_money_leaves or always.'),
    initial: 'optional',
  },
  tradingLimits: {
    schema: z
      .object({
        minStake: amount,
        maxStake: amount,
        maxOpenTrades: z
          .number('Enter a whole number.')
          .int('Enter a whole number.')
          .min(1, 'At least 1.')
          .max(1_000, 'At most 1,000.'),
        maxOpenStake: amount,
        maxExposure: amount,
      })
      .refine((limits) => Number(limits.minStake) >= 10, {
        path: ['minStake'],
        message: 'The minimum stake must be at least 10.00.',
      })
      .refine((limits) => Number(limits.minStake) <= Number(limits.maxStake), {
        path: ['maxStake'],
        message: 'The maximum stake can’t be below the minimum.',
      })
      .refine((limits) => Number(limits.maxStake) <= Number(limits.maxOpenStake), {
        path: ['maxOpenStake'],
        message: 'The limit on open stakes can’t be below the maximum stake.',
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
