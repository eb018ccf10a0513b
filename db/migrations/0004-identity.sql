-- Customers, their sessions, mailed codes and lock-outs. Personal data is encrypted by the server before it gets here
-- (server/identity/personal-data.ts); addresses are looked up by a keyed hash. A customer's tables are keyed by `shard`;
-- `address`, `mail_code` and `throttle` exist before there is a customer and are keyed by a keyed hash, by which they can
-- be distributed by themselves.
CREATE SCHEMA identity;

CREATE TABLE identity.customer (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  -- AES-256-GCM under a key made from SECRET_KEY, bound to the customer and the field.
  name_sealed bytea NOT NULL,
  email_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  country char(2) NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  currency char(3) NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_set_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shard, id)
);

-- One customer an address, over all shards.
CREATE TABLE identity.address (
  address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
  customer_id uuid NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31)
);

-- A session secret is stored as its SHA-256 alone; it begins with the shard, so that a look-up asks one shard.
CREATE TABLE identity.session (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When the password or a mailed code was given for this session; null for one that was handed over.
  authenticated_at timestamptz,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- Truncated: the browser's name, and the network rather than the machine.
  user_agent text NOT NULL CHECK (length(user_agent) <= 120),
  network text NOT NULL,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX session_by_secret ON identity.session (shard, secret_hash);
CREATE INDEX session_by_customer ON identity.session (shard, customer_id);

-- One-time codes for opening the office on another device; they end with the session that made them.
CREATE TABLE identity.handover (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shard, code_hash),
  FOREIGN KEY (shard, session_id) REFERENCES identity.session (shard, id) ON DELETE CASCADE
);
CREATE INDEX handover_by_session ON identity.handover (shard, session_id);

-- The newest five-digit code of an address and purpose.
CREATE TABLE identity.mail_code (
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('register', 'reset')),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (address_hash, purpose)
);

-- The last tries of an account, an address or a network, oldest first: what lock-outs are computed from.
CREATE TABLE identity.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until timestamptz NOT NULL
);
CREATE INDEX throttle_by_end ON identity.throttle (keep_until);
