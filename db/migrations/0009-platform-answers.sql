-- First answers of money-moving calls by Idempotency-Key, written in the transaction that moved the money
-- (server/platform/idempotency.ts). Orders keep theirs with the trade.
CREATE TABLE platform.answers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  call text NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  at_ms bigint NOT NULL,
  answer jsonb,
  PRIMARY KEY (shard, customer_id, call, key)
);
