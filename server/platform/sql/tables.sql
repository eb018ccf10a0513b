-- What the platform stores for all modules: the clock's offset, results by Idempotency-Key, alarms, keys, emails.
CREATE SCHEMA platform;

-- How far the development tools moved the product's clock ahead, so that time doesn't go back after a restart. Only
-- they write it; in production there is no row.
CREATE TABLE platform.clock_offset (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);

-- First results of money-moving calls by Idempotency-Key, written in the transaction that moved the money
-- (server/platform/http/idempotency.ts). For orders, the key and the result are stored with the trade.
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

-- Problems that need an operator, until they are resolved. A row is deleted when its alarm is cleared; the log keeps
-- the history.
CREATE TABLE platform.alarm (
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(_[a-z]+)*$' AND length(kind) <= 60),
  -- What the alarm is about, such as a coin or the id of a job. No personal data.
  subject text NOT NULL CHECK (length(subject) <= 200),
  details jsonb NOT NULL,
  first_at_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL CHECK (last_at_ms >= first_at_ms),
  -- How many times it has been raised.
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (kind, subject)
);

-- SECRET_KEY can be replaced. Each key under which something may be encrypted has a row; `retired_at_ms` is set when
-- `npm run keys:rotate` has re-encrypted everything. A fingerprint is an HMAC of a constant and reveals nothing about
-- the key.
CREATE TABLE platform.secret_keys (
  fingerprint bytea PRIMARY KEY CHECK (length(fingerprint) = 32),
  -- Null for a key that was in use before keys could be replaced.
  since_ms bigint,
  retired_at_ms bigint
);


COMMENT ON TABLE platform.secret_keys IS 'rights: INSERT, SELECT';

-- The root of all keyed hashes, encrypted under SECRET_KEY. It never changes, because the hashed values are not stored.
CREATE TABLE platform.look_up_root (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  root_sealed bytea NOT NULL
);

COMMENT ON TABLE platform.look_up_root IS 'rights: INSERT, SELECT';

-- Encrypted emails waiting to be sent. A row is written in the same transaction as the data that the email reports on,
-- and deleted once the email is sent or abandoned.
CREATE TABLE platform.mails (
  id uuid PRIMARY KEY,
  mail_sealed bytea NOT NULL
);

-- The function files in server/*/sql as last applied. At startup, the server applies the files whose hash differs.
CREATE TABLE platform.sql_files (
  file text PRIMARY KEY,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32)
);
COMMENT ON TABLE platform.sql_files IS 'rights: SELECT';
