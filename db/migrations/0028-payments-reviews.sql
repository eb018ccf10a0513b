-- Reviews of plans by customers who hold or held them; one a customer and plan. Who it was is told by identity when it is shown, so that
-- a closed account leaves no name here.
CREATE TABLE payments.reviews (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('trading', 'mining', 'farming')),
  plan_id text NOT NULL,
  id uuid NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL CHECK (length(text) <= 1000),
  written_at_ms bigint NOT NULL,
  edited_at_ms bigint,
  hidden_reason text CHECK (hidden_reason IN ('personal_data', 'abuse', 'off_topic', 'advertising')),
  PRIMARY KEY (shard, customer_id, kind, plan_id)
);
CREATE INDEX reviews_of_plan ON payments.reviews (kind, plan_id, written_at_ms DESC);
CREATE INDEX reviews_id ON payments.reviews (id);
