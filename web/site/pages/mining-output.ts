import { miningAlgorithms, type MinedCoin } from '../../../api/mining-coins.ts'

/** The inputs of the mining formula. `perSecond`: hashes per second. The shares are in basis points. */
type Terms = {
  coin: MinedCoin
  perSecond: number
  difficulty: number
  subsidy: number
  feeBps: number
  rejectedBps: number
}

const secondsPerDay = 86_400

/**
 * Returns an estimate of a day's output in coins at an unchanged difficulty. Contracts are paid by
 * server/mining/reward.ts, in whole units.
 */
export function outputPerDay({ coin, perSecond, difficulty, subsidy, feeBps, rejectedBps }: Terms): number {
  const blocks = (perSecond * secondsPerDay) / (difficulty * Number(miningAlgorithms[coin].work))
  return blocks * subsidy * (1 - feeBps / 10_000) * (1 - rejectedBps / 10_000)
}
