import type { OutputOf } from '../../../api/call.ts'
import type { deskFiguresCalls } from '../../../api/calls/proofs/desk-figures.ts'
import { type CashAsset, formatAmount } from '../../../api/money.ts'
import type { Cached } from '../../platform/time/cached.ts'
import type { ProofsContext } from '../context.ts'
import { daysAt, periodsAt } from './periods.ts'

type DeskFigures = OutputOf<(typeof deskFiguresCalls)['desk.figures']>

export type DeskFiguresContext = ProofsContext & { deskFigures: Cached<DeskFigures> }

/** A session's last use is stored every 5 minutes. */
const nowMeansMs = 10 * 60_000

/** Returns the business figures, which the context keeps. */
export const showDeskFigures = (context: DeskFiguresContext): Promise<DeskFigures> =>
  context.deskFigures.read(() => compute(context, context.clock.nowMs()))

async function compute({ desk, customerFigures }: ProofsContext, nowMs: number): Promise<DeskFigures> {
  const [periods, days] = [periodsAt(nowMs), daysAt(nowMs)]
  const compared = periods.flatMap(({ span, before }) => [span, before])
  const spans = [...compared, ...days]
  const [signUps, active, activeNow, { customers }, { sums, traders }, open] = await Promise.all([
    desk.signUps(spans),
    desk.active(periods.map(({ span }) => span)),
    desk.activeSince(nowMs - nowMeansMs),
    customerFigures(),
    desk.trades(spans),
    desk.openTrades(),
  ])
  const found = new Map(sums.map((sum) => [`${sum.span} ${sum.asset}`, sum]))
  const assetsIn = (places: number[]) =>
    [...new Set(sums.filter(({ span }) => places.includes(span)).map(({ asset }) => asset))].toSorted()
  const amounts = (place: number, asset: CashAsset) => {
    const { stakesMinor = 0n, houseResultMinor = 0n } = found.get(`${place} ${asset}`) ?? {}
    return { stakes: formatAmount(stakesMinor, asset), houseResult: formatAmount(houseResultMinor, asset) }
  }
  const tradesIn = (place: number) =>
    sums.filter(({ span }) => span === place).reduce((total, { trades }) => total + trades, 0)
  return {
    at: nowMs,
    activeNow,
    customers,
    periods: periods.map(({ id, span: { fromMs } }, number) => {
      const [now, before] = [number * 2, number * 2 + 1]
      return {
        id,
        from: fromMs,
        signUps: signUps[now]!,
        signUpsBefore: signUps[before]!,
        active: active[number]!,
        traders: traders[now]!,
        tradersBefore: traders[before]!,
        trades: tradesIn(now),
        tradesBefore: tradesIn(before),
        money: assetsIn([now, before]).map((asset) => {
          const earlier = amounts(before, asset)
          return {
            asset,
            ...amounts(now, asset),
            stakesBefore: earlier.stakes,
            houseResultBefore: earlier.houseResult,
          }
        }),
      }
    }),
    days: days.map(({ fromMs }, number) => {
      const place = periods.length * 2 + number
      const money = assetsIn([place]).map((asset) => ({ asset, ...amounts(place, asset) }))
      return { from: fromMs, signUps: signUps[place]!, trades: tradesIn(place), money }
    }),
    open: open.map(({ asset, trades, stakesMinor, profitsMinor }) => ({
      asset,
      trades,
      stakes: formatAmount(stakesMinor, asset),
      profits: formatAmount(profitsMinor, asset),
    })),
  }
}
