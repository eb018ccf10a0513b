-- The charts of a customer's trading screen. Names of layouts and texts of drawings are free and may name people, so
-- the content is encrypted.
CREATE TABLE trading.workspaces (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  version int NOT NULL CHECK (version > 0),
  content_sealed bytea NOT NULL CHECK (length(content_sealed) <= 400000),
  changed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);
