/**
 * Returns the account value of somebody who copied an expert in proportion, at the same points: the expert's value
 * less the expert's share of each new high. Other differences, such as delays and skipped trades, aren't included.
 */
export function copierCurve(expert: readonly number[], sharePercent: number): number[] {
  let high = expert[0] ?? 0
  let paid = 0
  return expert.map((value) => {
    if (value > high) {
      paid += ((value - high) * sharePercent) / 100
      high = value
    }
    return value - paid
  })
}
