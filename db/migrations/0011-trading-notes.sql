-- Why a customer placed a trade, in the customer's own view. The text is free and may name people, so it is encrypted.
CREATE TABLE trading.notes (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('trend', 'news', 'hunch', 'revenge', 'plan', 'other')),
  words_sealed bytea,
  noted_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, trade_id)
);
