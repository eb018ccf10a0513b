-- Customers, their sessions, emailed codes and lockouts. The server encrypts personal data before storing it
-- (server/identity/details/personal-data.ts) and looks up email addresses by a keyed hash. A customer's tables are
-- keyed by `shard`. Rows of `address`, `mail_code` and `throttle` can exist before the customer does, so their key is a
-- keyed hash, by which they can be sharded.
CREATE SCHEMA identity;

-- A customer, or a simulated account. Signing up adds the row. Closing the account overwrites the personal fields; the
-- row is kept, because accounts in the ledger refer to it.
CREATE TABLE identity.customer (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  -- AES-256-GCM under a key derived from SECRET_KEY, bound to the customer and the field.
  name_sealed bytea NOT NULL,
  email_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  country char(2) NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  currency char(3) NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_set_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- A frozen account places no orders and withdraws nothing. A closed account has no personal data left, and nobody can
  -- sign in to it.
  frozen_by text CHECK (frozen_by IN ('customer', 'operator')),
  frozen_at timestamptz,
  -- A sentence, shown to the customer.
  frozen_reason text CHECK (length(frozen_reason) BETWEEN 1 AND 500),
  closed_at timestamptz,
  -- True for the experts, whose accounts belong to no person. They trade, are marked wherever they appear, and are
  -- never counted as customers.
  simulated boolean NOT NULL DEFAULT false,
  -- The language of the customer's emails. Accounts that predate this column use English.
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  -- After an email change, nothing can be withdrawn until this time, so that the owner can object.
  payouts_wait_until timestamp with time zone,
  -- Whether the customer proved the email with an emailed code. Operators can also set an email; a password reset then
  -- proves it.
  email_proven boolean NOT NULL DEFAULT true,
  PRIMARY KEY (shard, id),
  CONSTRAINT customer_frozen_whole CHECK (num_nulls(frozen_by, frozen_at, frozen_reason) IN (0, 3))
);

-- One customer for each email address, across all shards.
CREATE TABLE identity.address (
  address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
  customer_id uuid NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31)
);

-- A session secret is stored only as its SHA-256. It begins with the shard, so that a lookup reads only one shard.
CREATE TABLE identity.session (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- The first 120 characters of the user agent, and the network instead of the full IP address.
  user_agent text NOT NULL CHECK (length(user_agent) <= 120),
  network text NOT NULL,
  -- How the session was opened; null for sessions that predate this column.
  method text,
  -- A session that was handed over ends with the one that handed it over. root_id is the first of these sessions.
  parent_id uuid,
  root_id uuid NOT NULL,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id),
  CONSTRAINT session_parent_fkey FOREIGN KEY (shard, parent_id) REFERENCES identity.session (shard, id)
    ON DELETE CASCADE,
  CHECK ((parent_id IS NULL) = (root_id = id))
);
CREATE UNIQUE INDEX session_by_secret ON identity.session (shard, secret_hash);
CREATE INDEX session_by_customer ON identity.session (shard, customer_id);

-- One-time codes for opening the office on another device. They end with the session that created them.
CREATE TABLE identity.handover (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shard, code_hash),
  FOREIGN KEY (shard, session_id) REFERENCES identity.session (shard, id) ON DELETE CASCADE
);
CREATE INDEX handover_by_session ON identity.handover (shard, session_id);

-- The newest five-digit code for each email address, purpose and requester.
CREATE TABLE identity.mail_code (
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  purpose text NOT NULL,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  expires_at timestamptz NOT NULL,
  requester_hash bytea NOT NULL CHECK (length(requester_hash) = 32),
  -- 'email': a customer proves a new address before it replaces the current one.
  CONSTRAINT mail_code_purpose_check CHECK (purpose IN ('register', 'reset', 'email')),
  PRIMARY KEY (address_hash, purpose, requester_hash)
);

-- Recent attempts for an account, an email address or a network, oldest first, from which lockouts are computed.
CREATE TABLE identity.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until timestamptz NOT NULL
);
CREATE INDEX throttle_by_end ON identity.throttle (keep_until);

-- Identity documents and profile photos. The pictures are encrypted files outside the database
-- (server/platform/files/files.ts). These tables store their owners, the decisions on them, and who viewed them.
CREATE TABLE identity.verification (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('Passport', 'Drivers License', 'National ID')),
  -- The states are in api/states/verification-states.ts, `verificationMoves`. A customer without a row is unverified.
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'verified', 'rejected', 'withdrawn')),
  sent_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  decided_by uuid,
  reason text,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id),
  CONSTRAINT verification_decided CHECK ((state = 'submitted') = (decided_at_ms IS NULL)),
  CONSTRAINT verification_by_operator CHECK (state NOT IN ('verified', 'rejected') OR decided_by IS NOT NULL),
  CONSTRAINT verification_reason CHECK (state <> 'rejected' OR reason IS NOT NULL)
);

-- One pending or accepted verification for each customer. If two are submitted at once, one is refused.
CREATE UNIQUE INDEX verification_standing ON identity.verification (shard, customer_id)
  WHERE state IN ('submitted', 'verified');
CREATE INDEX verification_by_customer ON identity.verification (shard, customer_id, sent_at_ms);
CREATE INDEX verification_waiting ON identity.verification (sent_at_ms) WHERE state = 'submitted';

-- One picture of a verification. Its id is also the id of its file.
CREATE TABLE identity.document (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  side text NOT NULL CHECK (side IN ('page', 'front', 'back')),
  deleted_at_ms bigint,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, verification_id) REFERENCES identity.verification (shard, id)
);
CREATE UNIQUE INDEX document_by_side ON identity.document (shard, verification_id, side);
CREATE INDEX document_kept ON identity.document (shard, verification_id) WHERE deleted_at_ms IS NULL;
CREATE INDEX document_by_file ON identity.document (id);

-- Who viewed a picture, when and why. The customer can read it, and nobody can change it.
CREATE TABLE identity.document_opening (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 10 AND 300),
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, document_id) REFERENCES identity.document (shard, id)
);
CREATE INDEX document_opening_by_document ON identity.document_opening (shard, document_id, at_ms);

-- The file of a customer's profile picture. The customer sets, replaces and removes it; closing the account deletes it.
CREATE TABLE identity.profile_photo (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  set_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX profile_photo_by_file ON identity.profile_photo (file_id);

-- The secret of an authenticator app. It takes effect once a code has confirmed it.
CREATE TABLE identity.totp (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  secret_sealed bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The newest time step whose code was accepted, so that each code is accepted once.
  last_step bigint,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- Ten codes to use if the other factors are lost, stored as keyed hashes. Each works once.
CREATE TABLE identity.recovery_code (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (shard, customer_id, code_hash),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- Public keys of passkeys (WebAuthn). A passkey identifies its customer by the user handle, so a lookup reads only one
-- shard.
CREATE TABLE identity.passkey (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- True if a password manager syncs it between devices.
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX passkey_by_credential ON identity.passkey (shard, credential_id);
CREATE INDEX passkey_by_customer ON identity.passkey (shard, customer_id);

-- Challenges that were answered correctly; each works once. Open challenges are not stored, because each contains a
-- MAC.
CREATE TABLE identity.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_by_end ON identity.used_challenge (expires_at);

-- Every sign-in to a known account, including refused ones, with the network and the browser's name.
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

-- API keys, which programs use instead of a session. The secret is stored only as its SHA-256.
CREATE TABLE identity.api_key (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  -- The last characters of the secret, to distinguish keys.
  hint text NOT NULL CHECK (length(hint) = 4),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'trade', 'withdraw'] AND 'read' = ANY (scopes)),
  -- The networks from which the key works; empty for all.
  networks cidr[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX api_key_by_secret ON identity.api_key (shard, secret_hash);
CREATE INDEX api_key_by_customer ON identity.api_key (shard, customer_id);

-- What operators write about customers. Notes are encrypted, because they can contain anything.
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

-- A marker that an operator set on a customer, such as suspected crime. An operator removes it, or a nightly job does
-- a fixed time after the account was closed. A returning person's new account receives copies.
CREATE TABLE identity.flag (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- One of `customerFlags` in api/customer-flags.ts.
  flag text NOT NULL CHECK (flag ~ '^[a-z_]{2,20}$'),
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, flag),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- An expert's order reads the accounts of thousands of copiers. This index finds the few that are frozen or closed.
CREATE INDEX customer_held ON identity.customer (shard, id) WHERE frozen_by IS NOT NULL OR closed_at IS NOT NULL;

-- Marks that identify accounts of the same person: keyed hashes of an email address, and of a phone number with a name
-- (server/identity/same-person/marks.ts). After an account is closed, its marks are kept as long as a pause, a flag or
-- the record of the practice grant is. Like `address`, they are looked up across shards.
CREATE TABLE identity.person_mark (
  mark bytea NOT NULL CHECK (length(mark) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- Set if this account received the practice grant.
  granted_at_ms bigint,
  PRIMARY KEY (mark, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX person_mark_of_customer ON identity.person_mark (shard, customer_id);

-- Which version of the terms a customer accepted, which privacy policy they were shown, and that they declared that
-- they are 18 or older. Kept after the account is closed, because it doesn't identify the customer.
CREATE TABLE identity.acceptance (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  document text NOT NULL CHECK (document IN ('terms', 'privacy', 'adult')),
  -- The version's date (api/legal-documents.ts); for 'adult', the declared age.
  version text NOT NULL CHECK (length(version) BETWEEN 1 AND 20),
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, document, version),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- The new email address that an operator proposes for an account, until a second operator decides. Only the newest
-- proposal counts.
CREATE TABLE identity.email_proposal (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- One passkey belongs to one account (WebAuthn level 3, 7.1, step 26). Passkeys are spread over the shards, so their
-- ids are also stored here, where the database can compare all of them.
CREATE TABLE identity.credential (
  credential_hash bytea PRIMARY KEY CHECK (length(credential_hash) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  passkey_id uuid NOT NULL,
  FOREIGN KEY (shard, passkey_id) REFERENCES identity.passkey (shard, id) ON DELETE CASCADE
);
CREATE INDEX credential_by_passkey ON identity.credential (shard, passkey_id);

CREATE INDEX session_by_parent ON identity.session (shard, parent_id) WHERE parent_id IS NOT NULL;

-- The number of wrong emailed codes per hour, for the whole installation.
CREATE TABLE identity.wrong_code (
  hour_ms bigint PRIMARY KEY,
  count integer NOT NULL CHECK (count > 0)
);

-- Proven email addresses that an account used before, for the customer's export.
CREATE TABLE identity.former_email (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

-- Keyed hashes of the beginnings of each word of a customer's name, by which operators with the permission
-- customers.names search. Like person_mark, they are looked up across shards. Erased with the account.
CREATE TABLE identity.name_token (
  token bytea NOT NULL CHECK (length(token) = 16),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  PRIMARY KEY (token, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX name_token_of_customer ON identity.name_token (shard, customer_id);
