import type { SymbolClass } from '../catalogue.ts'
import { fixedExp } from './fixed-math.ts'

/**
 * Part of every commitment and key. Any change to the model, its constants or the catalogue's `simulated` fields
 * requires a new version.
 */
export const modelVersion = 'tallystick-sim-1'

type ClassParameters = {
  v1: number
  t1: number
  v2: number
  t2: number
  jumpsPerDay: number
  jumpSize: number
  rho: number
  moveProbability: number
}

/**
 * Two-scale log-OU volatility with jumps and one factor per class, fitted to recorded data. Source: the table in
 * docs/spec/markets.md.
 */
const classParameters: Record<SymbolClass, ClassParameters> = {
  forex: {
    v1: 0.212,
    t1: 204,
    v2: 0.103,
    t2: 41_755,
    jumpsPerDay: 1.4,
    jumpSize: 7.9,
    rho: 0.62,
    moveProbability: 0.65,
  },
  stocks: {
    v1: 0.067,
    t1: 141,
    v2: 0.077,
    t2: 33_913,
    jumpsPerDay: 0.13,
    jumpSize: 7.6,
    rho: 0.6,
    moveProbability: 0.45,
  },
  crypto: {
    v1: 0.299,
    t1: 180,
    v2: 0.195,
    t2: 77_265,
    jumpsPerDay: 1.2,
    jumpSize: 7.4,
    rho: 0.93,
    moveProbability: 0.55,
  },
}

const hourly: Record<'forex' | 'crypto', number[]> = {
  forex: [
    0.8, 0.73, 0.67, 0.59, 0.6, 0.64, 0.91, 1.25, 1.3, 1.31, 1.25, 1.22, 1.58, 1.5, 1.68, 1.57, 1.18, 0.91, 0.79, 0.8,
    0.75, 0.63, 0.71, 0.61,
  ],
  crypto: [
    0.96, 0.8, 0.74, 0.81, 0.71, 0.7, 0.74, 0.77, 0.9, 0.86, 0.97, 0.97, 1.03, 1.06, 1.42, 1.37, 1.23, 1.14, 1.14, 1.16,
    1.29, 1.17, 1.09, 0.97,
  ],
}
const halfHoursPerSession = [2.05, 1.31, 1.16, 1, 0.91, 0.78, 0.74, 0.82, 0.83, 0.92, 0.84, 0.8, 0.87]
/**
 * The simulated session starts at 14:30 UTC, which is 09:30 in New York in winter. It is fixed, because time zone data
 * differs between machines.
 */
const sessionStart = 29

function unitMeanSquare(values: number[]): number[] {
  const root = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
  return values.map((value) => value / root)
}

/**
 * Returns the activity of stocks by half hour. The simulated market never closes: outside the session, stocks move as
 * in its quietest half hour.
 */
function stocksByHalfHour(): number[] {
  const session = unitMeanSquare(halfHoursPerSession)
  const quiet = Math.min(...session)
  return Array.from({ length: 48 }, (_, i) => session[i - sessionStart] ?? quiet)
}

/** Relative activity of each half hour of the UTC day, with mean square 1 over the day (stocks: over the session). */
export const seasons: Record<SymbolClass, readonly number[]> = {
  forex: unitMeanSquare(hourly.forex).flatMap((value) => [value, value]),
  crypto: unitMeanSquare(hourly.crypto).flatMap((value) => [value, value]),
  stocks: stocksByHalfHour(),
}

/** Returns the constants for computing one second of a class. */
export function stepConstants(symbolClass: SymbolClass) {
  const { v1, t1, v2, t2, jumpsPerDay, jumpSize, rho, moveProbability } = classParameters[symbolClass]
  return {
    keepX: fixedExp(-1 / t1),
    shockX: Math.sqrt(v1 * (1 - fixedExp(-2 / t1))),
    keepY: fixedExp(-1 / t2),
    shockY: Math.sqrt(v2 * (1 - fixedExp(-2 / t2))),
    variance: v1 + v2,
    rho,
    rhoOwn: Math.sqrt(1 - rho * rho),
    jumpProbability: jumpsPerDay / 86_400,
    jumpScale: jumpSize * Math.sqrt(60),
    moveProbability,
    season: seasons[symbolClass],
  }
}

export const classes: readonly SymbolClass[] = ['stocks', 'forex', 'crypto']
