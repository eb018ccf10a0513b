/**
 * Sources of the initial parameters, identical to those in the migrations of the schema `mining`. They are listed
 * here so that pages can translate them; sources entered by operators have one language.
 */
export const seededSources = [
  'Bitcoin main chain, difficulty after the adjustment at block 878,976; subsidy by the consensus rule since block 840,000',
  "Litecoin main chain at block 2,872,444 as a pool's network record gave it; subsidy by the consensus rule since block 2,520,000",
  "Estimate from a network rate of about 9 GSol/s and 75 seconds a block; the miner's 80 % of 1.5625 ZEC by the consensus rule",
  "Estimate from a network rate of about 9 GSol/s and 75 seconds a block, which also give the height, counted from block 2,726,400 on 23 November 2024; the miner's 80 % of 1.5625 ZEC by the consensus rule",
  'Estimate from a network rate of about 5 GH/s and 120 seconds a block; tail emission of 0.6 XMR by the consensus rule',
] as const
