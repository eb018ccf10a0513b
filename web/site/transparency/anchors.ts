import { path } from '../../paths.ts'

/**
 * Maps calls to the section on /transparency that explains their figures. Each member of `figures` has its own
 * section.
 */
const anchors: Record<string, string> = {
  'figures#customers': 'customers',
  'figures#since': 'customers',
  'figures#trades': 'trades',
  'figures#deposited': 'money',
  'figures#withdrawn': 'money',
  'register.terms': 'money',
  'figures#losing': 'losing',
  'withdrawals.times': 'withdrawals',
  payouts: 'withdrawals',
  log: 'log',
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

/** Returns the section that explains a source such as `figures#losing.shareBps`. Throws if there is none. */
export function anchorOf(source: string): string {
  const [call = '', place = ''] = source.split('#')
  const name = call.split('?')[0]!
  const anchor = anchors[name] ?? anchors[`${name}#${place.split('.')[0]}`]
  if (anchor === undefined) throw new Error(`invariant: /transparency does not explain ${source}`)
  return anchor
}

/** Returns the URL of the section that explains a source. */
export const explained = (source: string): string => path('transparency', { anchor: anchorOf(source) })
