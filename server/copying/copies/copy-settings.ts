import { moneyOf } from '../../../api/sentences/sentences.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import type { CopyMode } from '../../../api/experts.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CopySettings } from './relations-store.ts'

/** Settings as given in a call. Missing settings stay unchanged. An empty string removes a limit. */
export type RequestedSettings = {
  mode?: CopyMode
  amount?: string
  classes?: string[]
  maxStake?: string
  stopLoss?: string
}

export function defaultSettings(asset: CashAsset): CopySettings {
  return {
    mode: 'fixed',
    amountMinor: parseAmount('10.00', asset)!,
    classes: null,
    maxStakeMinor: null,
    stopLossMinor: null,
  }
}

/** Returns the settings after a change. Throws `bad_amount`, `amount_too_small` and `bad_class`. */
export function changedSettings(
  present: CopySettings,
  requested: RequestedSettings,
  asset: CashAsset,
  classes: readonly string[],
): CopySettings {
  const smallestMinor = parseAmount('10.00', asset)!
  const amountOf = (text: string) => {
    const minor = parseAmount(text, asset)
    if (minor === undefined) throw new Refused('bad_amount')
    if (minor < smallestMinor) throw new Refused('amount_too_small', { min: moneyOf(smallestMinor, asset) })
    return minor
  }
  const limitOf = (text: string | undefined, before: bigint | null) =>
    text === undefined ? before : text === '' ? null : amountOf(text)
  const unknown = requested.classes?.find((name) => !classes.includes(name))
  if (unknown !== undefined) throw new Refused('bad_class', { class: unknown })
  return {
    mode: requested.mode ?? present.mode,
    amountMinor: requested.amount === undefined ? present.amountMinor : amountOf(requested.amount),
    classes:
      requested.classes === undefined
        ? present.classes
        : requested.classes.length === 0
          ? null
          : [...new Set(requested.classes)].toSorted(),
    maxStakeMinor: limitOf(requested.maxStake, present.maxStakeMinor),
    stopLossMinor: limitOf(requested.stopLoss, present.stopLossMinor),
  }
}
