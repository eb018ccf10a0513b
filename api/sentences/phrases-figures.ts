/** How the public figures on /transparency are computed. */
export const figureSources = {
  figure_customers: 'Open customer accounts, excluding simulated accounts.',
  figure_trades: 'Customers’ settled trades, by result.',
  figure_deposited: 'Ledger transfers of the kind “deposit” that credited a customer, minus reversed ones.',
  figure_withdrawn: 'Amounts paid out by completed withdrawals.',
  figure_losing: 'Share of customers with a trade settled in the last 12 months who got back less than they staked.',
} as const

/** Sources of the initial mining parameters. */
export const seededSources = {
  source_btc:
    'Bitcoin main chain: difficulty after the adjustment at block 878,976. The subsidy follows the consensus rules ' +
    'since block 840,000.',
  source_ltc:
    "Litecoin main chain at block 2,872,444, from a pool's network statistics. The subsidy follows the consensus " +
    'rules since block 2,520,000.',
  source_zec:
    'Estimated from a network hash rate of about 9 GSol/s and 75 seconds per block. Under the consensus rules, the ' +
    'miner gets 80% of 1.5625 ZEC.',
  source_zec_height:
    'Estimated from a network hash rate of about 9 GSol/s and 75 seconds per block. The height is counted from block ' +
    '2,726,400 on 23 November 2024. Under the consensus rules, the miner gets 80% of 1.5625 ZEC.',
  source_xmr:
    'Estimated from a network hash rate of about 5 GH/s and 120 seconds per block. The consensus rules set a tail ' +
    'emission of 0.6 XMR per block.',
} as const
export type SeededSource = keyof typeof seededSources
