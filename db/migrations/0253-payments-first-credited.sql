-- When a payment was credited for the first time. From then on what was read of it from the chain stays as it is.
-- Payments that were credited before this column have none.
ALTER TABLE payments.chain_payments ADD COLUMN first_credited_at_ms bigint;
