-- Names that say what the constraints require.
ALTER TABLE payments.plans RENAME CONSTRAINT plans_hash_giga_check TO plans_hashes_per_s_check;
ALTER TABLE payments.deposits RENAME CONSTRAINT deposits_check1 TO deposits_began_whole;
