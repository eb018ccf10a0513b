import type { SeededSource } from '../../api/sentences/phrases-figures.ts'

/**
 * Sources of the initial mining parameters, as the initial schema stored them, keyed by sentence code. The rows are
 * sealed, so their texts can't change.
 */
export const storedSources = {
  source_btc:
    'Bitcoin main chain, difficulty after the adjustment at block 878,976; subsidy by the consensus rule since ' +
    'block 840,000',
  source_ltc:
    "Litecoin main chain at block 2,872,444 as a pool's network record gave it; subsidy by the consensus rule " +
    'since block 2,520,000',
  source_zec:
    "Estimate from a network rate of about 9 GSol/s and 75 seconds a block; the miner's 80 % of 1.5625 ZEC by the " +
    'consensus rule',
  source_zec_height:
    'Estimate from a network rate of about 9 GSol/s and 75 seconds a block, which also give the height, counted ' +
    "from block 2,726,400 on 23 November 2024; the miner's 80 % of 1.5625 ZEC by the consensus rule",
  source_xmr:
    'Estimate from a network rate of about 5 GH/s and 120 seconds a block; tail emission of 0.6 XMR by the ' +
    'consensus rule',
} as const satisfies Record<SeededSource, string>
