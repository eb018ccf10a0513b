import { path } from '../../paths.ts'

/** Where /transparency tells how the figures of a call come about. Of `figures`, each member has a part of its own. */
const anchors: Record<string, string> = {
  'figures#customers': 'customers',
  'figures#since': 'customers',
  'figures#trades': 'trades',
  'figures#deposited': 'money',
  'figures#withdrawn': 'money',
  'figures#losing': 'losing',
  'withdrawals.times': 'withdrawals',
  payouts: 'withdrawals',
  solvency: 'solvency',
  'markets.commitments': 'market',
  symbols: 'prices',
  ticks: 'prices',
  'prices.refused.counts': 'refused',
  'trades.terms': 'rules',
  'affiliate.figures': 'affiliates',
  'mining.parameters': 'mining',
  datacenters: 'mining',
  tplans: 'plans',
  'reviews.plans': 'plans',
  experts: 'experts',
}

/** The part that explains a source such as `figures#losing.shareBps`. Throws where none does. */
export function anchorOf(source: string): string {
  const [call = '', place = ''] = source.split('#')
  const name = call.split('?')[0]!
  const anchor = anchors[name] ?? anchors[`${name}#${place.split('.')[0]}`]
  if (anchor === undefined) throw new Error(`invariant: /transparency does not explain ${source}`)
  return anchor
}

/** The address of the part that explains a source. */
export const explained = (source: string): string => path('transparency', { anchor: anchorOf(source) })
