-- What a deposit pays for beside the trading account: the contract of another module, which begins when the deposit is credited.
-- `terms` is that module's own; `began_minor` is the price that went into the contract, null again when it was undone.
ALTER TABLE payments.deposits
  ADD COLUMN purpose text NOT NULL DEFAULT 'trading' CHECK (purpose IN ('trading', 'mining', 'farming')),
  ADD COLUMN terms jsonb,
  ADD COLUMN began_at_ms bigint,
  ADD COLUMN began_minor bigint CHECK (began_minor > 0),
  ADD CHECK (began_minor IS NULL OR began_at_ms IS NOT NULL);

-- Hash rates in hashes (solutions) a second: thousandths of a TH/s are too coarse for Equihash and RandomX.
ALTER TABLE payments.plans RENAME COLUMN hash_giga TO hashes_per_s;
UPDATE payments.plans SET hashes_per_s = hashes_per_s * 1000000000 WHERE hashes_per_s IS NOT NULL;
UPDATE payments.plans SET hashes_per_s = seeded.hashes
FROM (VALUES ('eth-basic', 14000000000000), ('eth-custom', 14000000000000), ('ltc-basic', 4500000000), ('xrp-basic', 14000000000000), ('zec-basic', 60000), ('xmr-basic', 35000)) AS seeded(id, hashes)
WHERE plans.id = seeded.id;
INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hashes_per_s) VALUES
  ('ltc-custom', 'mining', 'Custom', 300_00, 10, 'LTC', 4500000000),
  ('xrp-custom', 'mining', 'Custom', 300_00, 11, 'XRP', 14000000000000),
  ('zec-custom', 'mining', 'Custom', 300_00, 12, 'ZEC', 60000),
  ('xmr-custom', 'mining', 'Custom', 300_00, 13, 'XMR', 35000);
