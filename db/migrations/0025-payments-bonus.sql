-- Bonuses with the terms each was given under. The money is on the ledger account `bonus`; what of it is bound follows from these rows
-- and the settled stakes: server/payments/bonus/terms.ts.
CREATE TABLE payments.bonus_grants (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- Stakes that must be settled since it was given.
  turnover_minor bigint NOT NULL CHECK (turnover_minor >= 0),
  granted_at_ms bigint NOT NULL,
  -- Null: by the rule for verified customers, once a customer.
  operator_id uuid,
  why text NOT NULL CHECK (length(why) BETWEEN 10 AND 300),
  PRIMARY KEY (shard, customer_id, id)
);
CREATE UNIQUE INDEX bonus_grants_of_rule ON payments.bonus_grants (shard, customer_id) WHERE operator_id IS NULL;
