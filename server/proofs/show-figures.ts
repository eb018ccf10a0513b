import type { OutputOf } from '../../api/call.ts'
import { assets, formatAmount, type Asset } from '../../api/money.ts'
import type { figures } from '../../api/calls/proofs/proofs.ts'
import { type PhraseValue, writePhrase } from '../../api/sentences/sentences.ts'
import type { Cached } from '../platform/time/cached.ts'
import type { ProofsContext } from './context.ts'

type Figures = OutputOf<typeof figures>
export type FiguresContext = ProofsContext & { figures: Cached<Figures> }

const yearMs = 365 * 86_400_000

/** How each figure is computed; the page /transparency shows these texts. */
const sourcesPhrases = {
  customers: { phrase: 'figure_customers' },
  trades: { phrase: 'figure_trades' },
  deposited: { phrase: 'figure_deposited' },
  withdrawn: { phrase: 'figure_withdrawn' },
  losing: { phrase: 'figure_losing' },
} satisfies Record<string, PhraseValue>
const sources = Object.fromEntries(Object.entries(sourcesPhrases).map(([name, phrase]) => [name, writePhrase(phrase)]))

/** Returns the public figures, which the context caches. */
export const showFigures = (context: FiguresContext): Promise<Figures> =>
  context.figures.read(() => compute(context, context.clock.nowMs()))

async function compute(context: ProofsContext, nowMs: number): Promise<Figures> {
  const [{ customers, sinceMs }, { traders, losers, ...trades }, money] = await Promise.all([
    context.customerFigures(),
    context.tradingFigures(nowMs - yearMs),
    context.moneyFigures(),
  ])
  return {
    at: nowMs,
    customers,
    since: sinceMs,
    trades,
    deposited: money.deposited.map(amountOf),
    withdrawn: money.withdrawn.map(amountOf),
    losing: traders === 0 ? null : { traders, losers, shareBps: Math.round((losers * 10_000) / traders) },
    sources,
    sourcesPhrases,
  }
}

const amountOf = ({ asset, amountMinor }: { asset: Asset; amountMinor: bigint }) => ({
  asset,
  cur: assets[asset].symbol,
  amount: formatAmount(amountMinor, asset),
})
