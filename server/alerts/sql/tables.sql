-- Customers' price alerts, how far the tick record was checked for them, and whether trades that others place for a
-- customer are announced.
CREATE SCHEMA alerts;

-- A price at which a customer wants to be notified. The customer adds and removes alerts; the watcher of prices marks
-- them as fired. Fired ones beyond the newest few are deleted, and all of them when the account is closed.
CREATE TABLE alerts.price_alerts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  symbol text NOT NULL CHECK (length(symbol) BETWEEN 1 AND 12),
  side text NOT NULL CHECK (side IN ('above', 'below')),
  -- A whole number of the symbol's smallest step.
  price bigint NOT NULL CHECK (price > 0),
  -- The newest tick when the alert was added. Only later ticks fire it.
  after_seq bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  -- The first later tick at or beyond the price. Null until there is one.
  fired_seq bigint,
  fired_price bigint,
  fired_at_ms bigint,
  -- The customer has seen that it fired.
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

-- The last tick of each symbol up to which every open alert has been checked. A check of a symbol and a new alert both
-- lock its row, so no process misses an alert that another one is adding.
CREATE TABLE alerts.progress (
  symbol text PRIMARY KEY CHECK (length(symbol) BETWEEN 1 AND 12),
  through_seq bigint NOT NULL,
  through_ms bigint NOT NULL
);

-- Whether the customer's pages announce trades that the robot or a copied expert places.
CREATE TABLE alerts.notices (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  robot boolean NOT NULL,
  copies boolean NOT NULL,
  PRIMARY KEY (shard, customer_id)
);
