import { t } from '@lingui/core/macro'
import type { refusedPriceReasons } from '../../api/calls/markets/markets.ts'

export type RefusedReason = keyof typeof refusedPriceReasons

const texts = (): Record<RefusedReason, string> => ({
  not_a_price: t`not a price`,
  crossed: t`the bid was above the ask`,
  outside_quotes: t`the price was not between its own bid and ask`,
  back_in_time: t`older than the price before it`,
  late: t`it arrived too late`,
  ahead: t`its timestamp was ahead of our clock`,
  duplicate: t`the same price again`,
  jump: t`a jump of more than ten standard deviations that no second price confirmed`,
})

/** Returns why a price was refused, in the language of the page. */
export const refusedReasonText = (reason: RefusedReason): string => texts()[reason]
