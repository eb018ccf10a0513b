import { averageCross } from './average-cross.ts'
import { halfHour } from './half-hour.ts'
import { meanReversion } from './mean-reversion.ts'
import { momentumBreakout } from './momentum-breakout.ts'
import { rangeFade } from './range-fade.ts'
import type { Strategy } from './strategy.ts'
import { trendPullback } from './trend-pullback.ts'

export type { Signal, Strategy } from './strategy.ts'

/** All published strategies, for experts and robots. */
export const strategies: readonly Strategy[] = [
  momentumBreakout,
  meanReversion,
  averageCross,
  rangeFade,
  trendPullback,
  halfHour,
]

export function strategyOf(id: string): Strategy | undefined {
  return strategies.find((strategy) => strategy.id === id)
}
