-- The height that Zcash's parameters began with was reached two months before their date. Network upgrade 6 came at block 2,726,400 on
-- 23 November 2024; at 75 seconds a block that is about 2,874,000 on 31 March 2025. Difficulty and subsidy are the same at both heights.
-- A row of its own, as every change is; in force since its date, so that no operator's choice is overtaken. What is paid keeps what it was computed from.
INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on)
SELECT coin, 1743379200000, difficulty_e8, subsidy_minor, 2874000,
  'Estimate from a network rate of about 9 GSol/s and 75 seconds a block, which also give the height, counted from block 2,726,400 on 23 November 2024; the miner''s 80 % of 1.5625 ZEC by the consensus rule',
  observed_on
FROM mining.parameters WHERE coin = 'ZEC' AND from_ms = 0;
