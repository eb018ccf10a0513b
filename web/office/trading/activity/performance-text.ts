import { plural, t } from '@lingui/core/macro'
import type { CallOutput } from '../../../data/call.ts'
import { groupDigits, moneyText, percentText } from '../../../ui/text/number-text.ts'

export type Statistics = CallOutput<'trades.statistics'>

/** Returns what a win rate means, in sentences: how it compares with break-even, and whether luck explains it. */
export function verdictWords({ all, verdict, tradesNeeded }: Statistics): string[] {
  const { won, lost, winBps, lowBps, highBps, breakEvenBps } = all
  const decided = won + lost
  if (winBps === null || lowBps === null || highBps === null || breakEvenBps === null) return []
  const [rate, low, high] = [percentText(winBps, 1), percentText(lowBps, 0), percentText(highBps, 0)]
  const breakEven = percentText(breakEvenBps, 2)
  const needed = tradesNeeded === null ? '' : groupDigits(String(tradesNeeded))
  const sentences = [t`You need to win ${breakEven} of your trades to break even.`]
  if (verdict === 'too_few')
    return [
      ...sentences,
      plural(decided, { one: '# trade isn’t enough to tell.', other: '# trades aren’t enough to tell.' }),
    ]
  if (verdict === 'above')
    sentences.push(t`A win rate of ${rate} is better than luck can explain. Only the price decides the next trade.`)
  if (verdict === 'below')
    sentences.push(t`A win rate of ${rate} is worse than luck can explain. Stop and look at what’s going wrong.`)
  if (verdict === 'unclear') sentences.push(t`${decided} trades aren’t enough to tell a win rate of ${rate} from luck.`)
  sentences.push(t`Your true rate is probably between ${low} and ${high}.`)
  if (verdict === 'unclear' && tradesNeeded !== null && tradesNeeded > decided)
    sentences.push(t`At this rate, it takes about ${needed} trades to find out.`)
  return sentences
}

/** Returns what the stakes cost on average, without skill. `hide` replaces amounts in privacy mode. */
export function costWords({ all, cur }: Statistics, hide: string | undefined): string {
  const staked = hide ?? moneyText(all.staked, cur)
  const loss = hide ?? moneyText(all.expectedLoss, cur)
  return t`At even odds, stakes of ${staked} lose ${loss} on average, because a win pays less than a loss costs.`
}
