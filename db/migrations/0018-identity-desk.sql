-- What operators write down about customers. Notes are encrypted: they can name anything.
CREATE TABLE identity.note (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  words_sealed bytea NOT NULL,
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX note_by_customer ON identity.note (shard, customer_id, id DESC);

CREATE TABLE identity.flag (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- contract/customers.ts, `customerFlags`.
  flag text NOT NULL CHECK (flag ~ '^[a-z_]{2,20}$'),
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, flag),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
