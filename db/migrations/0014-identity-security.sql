-- Second factors, passkeys, sign-in history, keys for programs, frozen and closed accounts.

-- A frozen account places no orders and withdraws nothing; a closed one has no personal data left and nobody can sign in to it.
ALTER TABLE identity.customer
  ADD COLUMN frozen_by text CHECK (frozen_by IN ('customer', 'operator')),
  ADD COLUMN frozen_at timestamptz,
  -- In words, shown to the customer.
  ADD COLUMN frozen_reason text CHECK (length(frozen_reason) BETWEEN 1 AND 500),
  ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT customer_frozen_whole CHECK (num_nulls(frozen_by, frozen_at, frozen_reason) IN (0, 3));

-- How a session came to be; null for one that began before this was kept.
ALTER TABLE identity.session ADD COLUMN method text;

-- The secret of an authenticator app. Not in force until a code has confirmed it.
CREATE TABLE identity.totp (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  secret_sealed bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The newest time step whose code was taken: a code is taken once.
  last_step bigint,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- Ten codes for the day on which the other factors are lost; keyed hashes, each good once.
CREATE TABLE identity.recovery_code (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (shard, customer_id, code_hash),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- Public keys of passkeys (WebAuthn). A passkey names its customer by the user handle, so a look-up asks one shard.
CREATE TABLE identity.passkey (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Kept by a password manager and on several devices, rather than on one alone.
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX passkey_by_credential ON identity.passkey (shard, credential_id);
CREATE INDEX passkey_by_customer ON identity.passkey (shard, customer_id);

-- Challenges that were answered rightly; each is good once. Open ones are not kept: they carry their own proof.
CREATE TABLE identity.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_by_end ON identity.used_challenge (expires_at);

-- Every sign-in to a known account, refused ones too. The network is truncated, the browser is its name alone.
CREATE TABLE identity.signin (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  at timestamptz NOT NULL,
  network text NOT NULL,
  browser text NOT NULL,
  method text NOT NULL CHECK (method IN ('password', 'totp', 'recovery', 'passkey', 'mail', 'register', 'handover')),
  outcome text NOT NULL CHECK (outcome IN ('success', 'wrong_password', 'second_factor_needed', 'second_factor_wrong')),
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX signin_by_customer ON identity.signin (shard, customer_id, id DESC);
CREATE INDEX signin_by_time ON identity.signin (at);

-- Keys for programs, in place of a session. The secret is stored as its SHA-256 alone.
CREATE TABLE identity.api_key (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  -- The last characters of the secret, to tell keys apart.
  hint text NOT NULL CHECK (length(hint) = 4),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'trade', 'withdraw'] AND 'read' = ANY (scopes)),
  -- Addresses and networks that may use it; empty for all.
  networks cidr[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX api_key_by_secret ON identity.api_key (shard, secret_hash);
CREATE INDEX api_key_by_customer ON identity.api_key (shard, customer_id);
