-- Customers' price alerts, how far the tick record was checked for them, and whether trades that others place for a
-- customer are announced.
CREATE SCHEMA alerts;

CREATE TABLE alerts.price_alerts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 12),
  side text NOT NULL CHECK (side IN ('above', 'below')),
  price bigint NOT NULL CHECK (price > 0),
  after_seq bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  fired_seq bigint,
  fired_price bigint,
  fired_at_ms bigint,
  is_seen boolean NOT NULL DEFAULT false,
  PRIMARY KEY (shard, id),
  CONSTRAINT price_alerts_fired_by_tick CHECK (
    (fired_seq IS NULL) = (fired_price IS NULL) AND (fired_seq IS NULL) = (fired_at_ms IS NULL)
  ),
  CONSTRAINT price_alerts_fired_later CHECK (fired_seq > after_seq),
  CONSTRAINT price_alerts_price_reached CHECK (
    CASE side WHEN 'above' THEN fired_price >= price ELSE fired_price <= price END
  )
);
CREATE INDEX price_alerts_by_customer ON alerts.price_alerts (shard, customer_id);
CREATE INDEX price_alerts_open ON alerts.price_alerts (symbol, side, price) WHERE fired_seq IS NULL;

CREATE TABLE alerts.progress (
  symbol text PRIMARY KEY CHECK (length(symbol) BETWEEN 1 AND 12),
  through_seq bigint NOT NULL,
  through_ms bigint NOT NULL
);

CREATE TABLE alerts.notices (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  robot boolean NOT NULL,
  copies boolean NOT NULL,
  PRIMARY KEY (shard, customer_id)
);
