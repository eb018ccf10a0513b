const minuteMs = 60_000

/**
 * Returns the last point of each minute. Trades that settle together would otherwise draw a spike, because the account
 * changes with each of them. `at` is in epoch milliseconds; points are in order.
 */
export function lastOfEachMinute<Point extends { at: number }>(points: readonly Point[]): Point[] {
  const minuteOf = ({ at }: Point) => Math.floor(at / minuteMs)
  return points.filter((point, place) => {
    const next = points[place + 1]
    return !next || minuteOf(next) !== minuteOf(point)
  })
}
