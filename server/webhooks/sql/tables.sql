-- Customers' endpoints, which receive a message about each transfer on the customer's accounts, and the state of each
-- message.
CREATE SCHEMA webhooks;

-- A URL that receives a customer's webhooks. The customer adds, changes and deletes it; the courier moves its cursor
-- and disables it when it fails. Closing the account deletes it.
CREATE TABLE webhooks.endpoints (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 500),
  secret_sealed bytea NOT NULL,
  -- The secret from before a rotation. Until `previous_until_ms`, messages are also signed with it.
  previous_sealed bytea,
  previous_until_ms bigint,
  -- The last transfer of the shard that was read for this endpoint.
  cursor_id bigint NOT NULL,
  -- More transfers may follow the cursor, although the shard has no new ones.
  is_behind boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL,
  -- When it last responded successfully.
  answered_at_ms bigint,
  off_since_ms bigint,
  off_reason text,
  PRIMARY KEY (shard, id),
  CONSTRAINT endpoints_off_with_reason CHECK ((off_since_ms IS NULL) = (off_reason IS NULL)),
  -- 'password': a new password disables endpoints, because somebody else may have added one.
  CONSTRAINT endpoints_off_reason_check CHECK (off_reason IN ('failing', 'gone', 'password'))
);
CREATE INDEX endpoints_by_customer ON webhooks.endpoints (shard, customer_id);
CREATE INDEX endpoints_behind ON webhooks.endpoints (shard) WHERE is_behind;

-- A message for one endpoint and the result of its latest attempt. The courier writes it with the endpoint's cursor,
-- and later deletes finished messages beyond the newest ones. It goes with its endpoint.
CREATE TABLE webhooks.deliveries (
  shard smallint NOT NULL,
  endpoint_id uuid NOT NULL,
  -- The same for every attempt and every endpoint, so that receivers can recognise repeats.
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 3 AND 60),
  event_type text NOT NULL CHECK (length(event_type) BETWEEN 3 AND 60),
  event_at_ms bigint NOT NULL,
  -- The exact text that is signed and sent, so that a repeat is identical to the first message.
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- While an attempt runs, the time after which another process may try. Null while the endpoint is disabled.
  next_attempt_ms bigint,
  attempted_at_ms bigint,
  status_code smallint,
  failure text,
  duration_ms integer,
  PRIMARY KEY (shard, endpoint_id, event_id),
  FOREIGN KEY (shard, endpoint_id) REFERENCES webhooks.endpoints (shard, id) ON DELETE CASCADE,
  CONSTRAINT deliveries_next_only_waiting CHECK (next_attempt_ms IS NULL OR state = 'waiting')
);
CREATE INDEX deliveries_due ON webhooks.deliveries (next_attempt_ms) WHERE next_attempt_ms IS NOT NULL;
