import { moneyOf } from '../../../api/sentences/sentences.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import type { robotPreview, robotSet } from '../../../api/calls/copying/robot.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { strategyOf } from '../strategies/strategies.ts'
import { notifyCustomer, type RobotContext } from './context.ts'
import { hoursText, readHours } from './hours.ts'
import { saveRobotSettings, type RobotSettings } from './robot-store.ts'

const maxSymbols = 10
/** The highest loss limit that a robot may have, in minor units. */
const maxLossLimitMinor = 100_000_00n

/**
 * `robot.set`: stores the robot's settings. Throws the call's refusals in the order of its declaration.
 */
export async function setRobot(context: RobotContext, input: InputOf<typeof robotSet>, { session }: CustomerRequest) {
  const { currency } = await context.identity.customer(session.customerId)
  const settings = readSettings(context, input, currency)
  if (!(await saveRobotSettings(context.db, session, settings))) throw new Refused('robot_active')
  notifyCustomer(context, session.customerId)
  return outcome('robot_set_up')
}

/** Checks the settings on which a preview depends. Throws the refusals that the calls share. */
export function readPreviewed(
  { trading, markets }: RobotContext,
  input: InputOf<typeof robotPreview>,
  asset: CashAsset,
): Omit<RobotSettings, 'lossLimitMinor'> {
  const { minStakeMinor, maxStakeMinor } = trading.limitsOf(asset)
  if (!strategyOf(input.strategy)) throw new Refused('unknown_strategy')
  const stakeMinor = parseAmount(input.stake, asset)
  if (stakeMinor === undefined) throw new Refused('bad_amount')
  if (stakeMinor < minStakeMinor) throw new Refused('amount_too_small', { min: moneyOf(minStakeMinor, asset) })
  if (stakeMinor > maxStakeMinor) throw new Refused('amount_too_large', { max: moneyOf(maxStakeMinor, asset) })
  const { symbols } = input
  if (symbols.length === 0 || symbols.length > maxSymbols || symbols.some((name) => !markets.symbol(name)))
    throw new Refused('bad_symbols', { most: maxSymbols })
  const windows = readHours(input.hours)
  if (!windows) throw new Refused('bad_hours')
  return { strategy: input.strategy, asset, stakeMinor, symbols, hours: hoursText(windows) }
}

function readSettings(context: RobotContext, input: InputOf<typeof robotSet>, asset: CashAsset): RobotSettings {
  const lossLimitMinor = parseAmount(input.lossLimit, asset)
  if (lossLimitMinor === undefined) throw new Refused('bad_amount')
  const previewed = readPreviewed(context, input, asset)
  const { stakeMinor } = previewed
  if (lossLimitMinor < stakeMinor || lossLimitMinor > maxLossLimitMinor)
    throw new Refused('bad_loss_limit', { max: moneyOf(maxLossLimitMinor, asset) })
  return { ...previewed, lossLimitMinor }
}
