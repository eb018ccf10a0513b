-- The schema of the first 82 migrations, which this file replaces. Each module's tables.sql is the text to read.

CREATE SCHEMA platform;

CREATE TABLE platform.clock_offset (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);

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

CREATE TABLE platform.alarm (
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(_[a-z]+)*$' AND length(kind) <= 60),
  subject text NOT NULL CHECK (length(subject) <= 200),
  details jsonb NOT NULL,
  first_at_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL CHECK (last_at_ms >= first_at_ms),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (kind, subject)
);

CREATE TABLE platform.secret_keys (
  fingerprint bytea PRIMARY KEY CHECK (length(fingerprint) = 32),
  since_ms bigint,
  retired_at_ms bigint
);

COMMENT ON TABLE platform.secret_keys IS 'rights: INSERT, SELECT';

CREATE TABLE platform.look_up_root (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  root_sealed bytea NOT NULL
);

COMMENT ON TABLE platform.look_up_root IS 'rights: INSERT, SELECT';

CREATE TABLE platform.mails (
  id uuid PRIMARY KEY,
  mail_sealed bytea NOT NULL
);

CREATE SCHEMA ledger;

CREATE TABLE ledger.assets (
  asset text PRIMARY KEY CHECK (asset ~ '^[A-Z]{3,5}$'),
  scale smallint NOT NULL CHECK (scale BETWEEN 0 AND 9)
);

INSERT INTO ledger.assets (asset, scale) VALUES
  ('USD', 2), ('EUR', 2), ('GBP', 2), ('BTC', 8), ('ETH', 9), ('LTC', 8), ('XRP', 6), ('ZEC', 8), ('XMR', 8);

CREATE TABLE ledger.house_codes (
  code text PRIMARY KEY CHECK (code ~ '^[a-z][a-z_]{1,30}$'),
  purpose text NOT NULL
);

INSERT INTO ledger.house_codes (code, purpose) VALUES
  ('trading_house', 'The other side of every trade: pays profits, keeps lost stakes.'),
  ('stakes', 'Escrow of the stakes of open trades.'),
  ('practice_grants', 'Where play money comes from.'),
  ('deposit_clearing', 'Coins seen on a chain against what customers were credited.'),
  ('withdrawal_clearing', 'Coins sent to a chain against what customers were debited.'),
  ('yield_pool', 'Pays the interest of farming.'),
  ('mining_pool', 'Pays the output of mining contracts and takes their price.'),
  ('fees', 'Fees taken.'),
  ('dust', 'Remainders below the smallest unit.'),
  ('clearing', 'Passes money between two customer accounts; zero after every linked pair.'),
  ('exchange', 'The other side of a conversion from one asset to another.');

CREATE TABLE ledger.kinds (
  kind text PRIMARY KEY CHECK (kind ~ '^[a-z][a-z_]{1,30}$'),
  meaning text NOT NULL
);

INSERT INTO ledger.kinds (kind, meaning) VALUES
  ('practice_grant', 'Play money given at sign-up or on request.'),
  ('stake', 'Stake of a trade, from the customer to escrow.'),
  ('stake_return', 'Stake back to the customer after a win or a tie.'),
  ('void_return', 'Stake back to the customer because the trade is void.'),
  ('profit', 'Profit of a won trade, from the house.'),
  ('loss', 'Stake of a lost trade, from escrow to the house.'),
  ('deposit', 'Coins that arrived on a chain.'),
  ('withdrawal', 'Coins that leave to a chain.'),
  ('withdrawal_fee', 'Network fee of a withdrawal.'),
  ('move', 'Between two accounts of one customer, through clearing.'),
  ('conversion', 'One asset against another at a stated rate.'),
  ('copy_profit_share', 'Share of a copied profit, from the copier to the expert, through clearing.'),
  ('affiliate_commission', 'Commission on a referred deposit.'),
  ('mining_purchase', 'Price of a mining contract.'),
  ('mining_output', 'Output of a mining contract.'),
  ('mining_refund', 'Price of a mining contract back.'),
  ('farming_lock', 'Principal locked in a farming contract.'),
  ('farming_return', 'Principal back at maturity or on an early exit.'),
  ('farming_interest', 'Interest of a farming contract.'),
  ('bonus', 'Bonus credited to a customer.'),
  ('fee', 'Any other fee.'),
  ('dust', 'Remainder below the smallest unit.'),
  ('correction', 'Approved correction by operators; carries a note with the reason.');

CREATE TABLE ledger.accounts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  owner uuid NOT NULL,
  code text NOT NULL CHECK (length(code) BETWEEN 2 AND 72),
  asset text NOT NULL,
  balance_minor bigint NOT NULL,
  reserved_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, owner, code, asset),
  CONSTRAINT accounts_never_below_zero CHECK (balance_minor >= 0),
  CONSTRAINT accounts_reserve_covered CHECK (reserved_minor BETWEEN 0 AND balance_minor)
    ) WITH (fillfactor = 60
);

CREATE TABLE ledger.transfers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id bigint NOT NULL,
  at_ms bigint NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after_minor bigint,
  pending_id bigint,
  debit_owner uuid,
  credit_owner uuid,
  reference uuid,
  debit_code text NOT NULL,
  credit_code text NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  phase text,
  key text,
  note text,
  PRIMARY KEY (shard, id),
  CONSTRAINT transfers_id_of_shard CHECK (id >> 48 = shard),
  CONSTRAINT transfers_amount_positive CHECK (amount_minor BETWEEN 1 AND 1000000000000000000),
  CONSTRAINT transfers_two_accounts CHECK (debit_owner IS NOT NULL OR credit_owner IS NOT NULL
    OR debit_code <> credit_code),
  CONSTRAINT transfers_one_customer CHECK (debit_owner IS NULL OR credit_owner IS NULL),
  CONSTRAINT transfers_balance_of_customer
    CHECK ((balance_after_minor IS NULL) = (debit_owner IS NULL AND credit_owner IS NULL)),
  CONSTRAINT transfers_never_below_zero CHECK (balance_after_minor >= 0),
  CONSTRAINT transfers_phase CHECK (phase IN ('pending', 'post', 'void')),
  CONSTRAINT transfers_resolves_pending CHECK ((pending_id IS NOT NULL) = coalesce(phase IN ('post', 'void'), false)),
  CONSTRAINT transfers_key_length CHECK (length(key) BETWEEN 1 AND 200),
  CONSTRAINT transfers_note_length CHECK (length(note) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX transfers_key_once ON ledger.transfers (shard, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX transfers_pending_resolved_once ON ledger.transfers (shard, pending_id)
  WHERE pending_id IS NOT NULL;
CREATE INDEX transfers_of_reference ON ledger.transfers (shard, reference)
  WHERE reference IS NOT NULL AND kind NOT IN ('stake', 'stake_return', 'void_return', 'profit');
CREATE INDEX transfers_of_account ON ledger.transfers
  (shard, coalesce(debit_owner, credit_owner), (CASE WHEN debit_owner IS NULL THEN credit_code ELSE debit_code END),
    asset, at_ms, id)
  WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;

CREATE VIEW ledger.account_transfers AS
SELECT shard, coalesce(debit_owner, credit_owner) AS owner, CASE WHEN debit_owner IS NULL THEN credit_code
  ELSE debit_code END AS code,
  asset, at_ms, id, amount_minor, balance_after_minor, debit_owner IS NOT NULL AS is_debit,
  CASE WHEN debit_owner IS NULL THEN debit_code ELSE credit_code END AS house_code, kind, phase, pending_id,
    reference, key, note
FROM ledger.transfers
WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;

CREATE TABLE ledger.batches (
  shard smallint NOT NULL,
  batch bigint NOT NULL CHECK (batch > 0),
  first_id bigint NOT NULL,
  last_id bigint NOT NULL CHECK (last_id >= first_id),
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (shard, batch)
);

CREATE TABLE ledger.heads (
  shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31),
  batch bigint NOT NULL,
  last_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
    ) WITH (fillfactor = 10
);

INSERT INTO ledger.heads (shard, batch, last_id, at_ms, hash)
SELECT s, 0, s::bigint << 48, 0, sha256(convert_to('ledger shard ' || s, 'UTF8')) FROM generate_series(0, 31) s;

CREATE TABLE ledger.checkpoints (
  shard smallint NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  up_to_id bigint NOT NULL,
  balance_minor numeric(38, 0) NOT NULL,
  PRIMARY KEY (shard, code, asset)
);

CREATE TYPE ledger.new_transfer AS (
  shard smallint,
  debit_owner uuid,
  debit_code text,
  credit_owner uuid,
  credit_code text,
  asset text,
  amount_minor bigint,
  kind text,
  reference uuid,
  key text,
  note text,
  phase text,
  pending_id bigint,
  link int
);

CREATE VIEW ledger.house_transfers AS
SELECT t.shard, t.id, t.at_ms, s.code, t.asset, s.change_minor
FROM ledger.transfers t
CROSS JOIN LATERAL (VALUES (t.debit_owner, t.debit_code, -t.amount_minor),
  (t.credit_owner, t.credit_code, t.amount_minor)) AS s(owner, code, change_minor)
WHERE s.owner IS NULL AND (t.phase IS NULL OR t.phase = 'post');

CREATE TYPE ledger.plain_accounts AS (shard smallint[], owner uuid[], asset text[], change_minor bigint[]);

CREATE TYPE ledger.plain_kinds AS (kind text[], house text[], to_house text[], sign int[]);

CREATE TYPE ledger.plain_transfers AS (account int[], kind int[], amount_minor bigint[], reference uuid[],
  later_minor bigint[], note text[]);

INSERT INTO ledger.house_codes (code, purpose) VALUES ('affiliate_pool',
  'Pays the commissions on referred deposits and takes those of reversed deposits back.');

CREATE INDEX accounts_reserved ON ledger.accounts (shard, owner, code, asset) WHERE reserved_minor > 0;

COMMENT ON TABLE ledger.transfers IS 'rights: SELECT';

COMMENT ON TABLE ledger.batches IS 'rights: SELECT';

COMMENT ON TABLE ledger.accounts IS 'rights: SELECT';

COMMENT ON TABLE ledger.heads IS 'rights: SELECT';

COMMENT ON TABLE ledger.assets IS 'rights: SELECT';

COMMENT ON TABLE ledger.house_codes IS 'rights: SELECT';

COMMENT ON TABLE ledger.kinds IS 'rights: SELECT';

COMMENT ON TABLE ledger.checkpoints IS 'rights: INSERT, SELECT, UPDATE';

REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers, ledger.batches FROM PUBLIC, CURRENT_USER;
REVOKE DELETE, TRUNCATE ON ledger.accounts, ledger.heads FROM PUBLIC, CURRENT_USER;

CREATE SCHEMA operators;

CREATE TABLE operators.person (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  email_hash bytea NOT NULL UNIQUE CHECK (length(email_hash) = 32),
  email_sealed bytea NOT NULL,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  totp_sealed bytea NOT NULL,
  totp_step bigint NOT NULL DEFAULT 0,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0
    AND roles <@ ARRAY['owner', 'finance', 'compliance', 'support', 'auditor']),
  created_at_ms bigint NOT NULL,
  deactivated_at_ms bigint,
  entrusted_at_ms bigint NOT NULL
);

CREATE TABLE operators.session (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person (id),
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > created_at_ms),
  network text NOT NULL,
  browser text NOT NULL
);
CREATE INDEX session_by_operator ON operators.session (operator_id);

CREATE TABLE operators.link (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  id uuid NOT NULL UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('first', 'join', 'renew')),
  email_hash bytea CHECK (length(email_hash) = 32),
  email_sealed bytea,
  roles text[] NOT NULL,
  operator_id uuid REFERENCES operators.person (id),
  totp_sealed bytea NOT NULL,
  made_by uuid REFERENCES operators.person (id),
  made_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  CHECK ((purpose = 'first') = (email_hash IS NULL)),
  CHECK ((purpose = 'renew') = (operator_id IS NOT NULL))
);

CREATE TABLE operators.audit_log (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at_ms bigint NOT NULL,
  operator_id uuid,
  action text NOT NULL CHECK (length(action) BETWEEN 1 AND 60),
  subject text NOT NULL CHECK (length(subject) <= 200),
  customer_id uuid,
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  details jsonb NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE INDEX audit_log_of_operator ON operators.audit_log (operator_id, seq);
CREATE INDEX audit_log_of_customer ON operators.audit_log (customer_id, seq) WHERE customer_id IS NOT NULL;
CREATE INDEX audit_log_of_action ON operators.audit_log (action, seq);

CREATE TABLE operators.audit_head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
    ) WITH (fillfactor = 10
);

INSERT INTO operators.audit_head (seq, at_ms, hash) VALUES (0, 0, sha256(convert_to('operators audit log', 'UTF8')));

CREATE TABLE operators.approval (
  id uuid PRIMARY KEY,
  action text NOT NULL,
  subject text NOT NULL,
  customer_id uuid,
  asset text,
  amount_minor bigint CHECK (amount_minor > 0),
  words text NOT NULL,
  input jsonb NOT NULL,
  proposed_by uuid NOT NULL REFERENCES operators.person (id),
  proposed_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'rejected')),
  decided_by uuid REFERENCES operators.person (id),
  decided_at_ms bigint,
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  CONSTRAINT approval_decided CHECK ((state = 'waiting') = (decided_by IS NULL)
    AND (state = 'waiting') = (decided_at_ms IS NULL)),
  CONSTRAINT approval_by_another CHECK (state <> 'approved' OR decided_by <> proposed_by),
  CONSTRAINT approval_amount_of_asset CHECK ((asset IS NULL) = (amount_minor IS NULL)),
  CONSTRAINT approval_words_check CHECK (length(words) BETWEEN 1 AND 500)
);
CREATE INDEX approval_waiting ON operators.approval (proposed_at_ms) WHERE state = 'waiting';
CREATE INDEX approval_by_time ON operators.approval (proposed_at_ms, id);

CREATE TABLE operators.setting (
  key text NOT NULL CHECK (key ~ '^[a-z][a-zA-Z.]{1,60}$'),
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES operators.person (id),
  changed_at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (key, version)
);

CREATE TABLE operators.announcement (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 2000),
  must_see boolean NOT NULL,
  from_ms bigint NOT NULL,
  until_ms bigint CHECK (until_ms > from_ms),
  published_by uuid NOT NULL REFERENCES operators.person (id),
  published_at_ms bigint NOT NULL,
  withdrawn_at_ms bigint
);
CREATE INDEX announcement_by_time ON operators.announcement (from_ms);

CREATE TABLE operators.message (
  id uuid PRIMARY KEY,
  name_sealed bytea,
  email_sealed bytea,
  subject_sealed bytea,
  content_sealed bytea,
  received_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  answer_sealed bytea,
  decided_by uuid REFERENCES operators.person (id),
  decided_at_ms bigint,
  erased_at_ms bigint,
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  customer_id uuid,
  CONSTRAINT message_decided CHECK ((state = 'open') = (decided_by IS NULL)
    AND (state = 'answered' AND erased_at_ms IS NULL) = (answer_sealed IS NOT NULL)),
  CONSTRAINT message_erased CHECK (num_nulls(name_sealed, email_sealed, subject_sealed, content_sealed) = CASE
    WHEN erased_at_ms IS NULL THEN 0 ELSE 4 END),
  CONSTRAINT message_erased_when_done CHECK (erased_at_ms IS NULL OR state <> 'open'),
  CONSTRAINT message_customer_erased CHECK (erased_at_ms IS NULL OR customer_id IS NULL)
);
CREATE INDEX message_by_time ON operators.message (state, received_at_ms);
CREATE INDEX message_to_erase ON operators.message (decided_at_ms) WHERE state <> 'open' AND erased_at_ms IS NULL;

CREATE TABLE operators.decided_alone (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person (id),
  customer_id uuid NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  usd_minor bigint NOT NULL CHECK (usd_minor >= 0),
  at_ms bigint NOT NULL
);
CREATE INDEX decided_alone_by_operator ON operators.decided_alone (operator_id, at_ms);
CREATE INDEX decided_alone_by_customer ON operators.decided_alone (customer_id, at_ms);

CREATE TABLE operators.passkey (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  backed_up boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint
);
CREATE INDEX passkey_by_operator ON operators.passkey (operator_id);

CREATE TABLE operators.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  expires_at_ms bigint NOT NULL
);

CREATE TABLE operators.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until_ms bigint NOT NULL
);
CREATE INDEX throttle_by_end ON operators.throttle (keep_until_ms);
CREATE INDEX message_of_customer ON operators.message (customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE operators.announcement_read (
  announcement_id uuid NOT NULL REFERENCES operators.announcement (id),
  customer_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (announcement_id, customer_id)
);
CREATE INDEX announcement_read_by_customer ON operators.announcement_read (customer_id);

CREATE SCHEMA identity;

CREATE TABLE identity.customer (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  name_sealed bytea NOT NULL,
  email_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  country char(2) NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  currency char(3) NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_set_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  frozen_by text CHECK (frozen_by IN ('customer', 'operator')),
  frozen_at timestamptz,
  frozen_reason text CHECK (length(frozen_reason) BETWEEN 1 AND 500),
  closed_at timestamptz,
  simulated boolean NOT NULL DEFAULT false,
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  payouts_wait_until timestamp with time zone,
  email_proven boolean NOT NULL DEFAULT true,
  PRIMARY KEY (shard, id),
  CONSTRAINT customer_frozen_whole CHECK (num_nulls(frozen_by, frozen_at, frozen_reason) IN (0, 3))
);

CREATE TABLE identity.address (
  address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
  customer_id uuid NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31)
);

CREATE TABLE identity.session (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  user_agent text NOT NULL CHECK (length(user_agent) <= 120),
  network text NOT NULL,
  method text,
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

CREATE TABLE identity.handover (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (shard, code_hash),
  FOREIGN KEY (shard, session_id) REFERENCES identity.session (shard, id) ON DELETE CASCADE
);
CREATE INDEX handover_by_session ON identity.handover (shard, session_id);

CREATE TABLE identity.mail_code (
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  purpose text NOT NULL,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  tries_left smallint NOT NULL CHECK (tries_left >= 0),
  expires_at timestamptz NOT NULL,
  requester_hash bytea NOT NULL CHECK (length(requester_hash) = 32),
  CONSTRAINT mail_code_purpose_check CHECK (purpose IN ('register', 'reset', 'email')),
  PRIMARY KEY (address_hash, purpose, requester_hash)
);

CREATE TABLE identity.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until timestamptz NOT NULL
);
CREATE INDEX throttle_by_end ON identity.throttle (keep_until);

CREATE TABLE identity.verification (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('Passport', 'Drivers License', 'National ID')),
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

CREATE UNIQUE INDEX verification_standing ON identity.verification (shard, customer_id)
  WHERE state IN ('submitted', 'verified');
CREATE INDEX verification_by_customer ON identity.verification (shard, customer_id, sent_at_ms);
CREATE INDEX verification_waiting ON identity.verification (sent_at_ms) WHERE state = 'submitted';

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

CREATE TABLE identity.profile_photo (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  set_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX profile_photo_by_file ON identity.profile_photo (file_id);

CREATE TABLE identity.totp (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  secret_sealed bytea NOT NULL,
  begun_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step bigint,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE TABLE identity.recovery_code (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (shard, customer_id, code_hash),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE TABLE identity.passkey (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX passkey_by_credential ON identity.passkey (shard, credential_id);
CREATE INDEX passkey_by_customer ON identity.passkey (shard, customer_id);

CREATE TABLE identity.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_by_end ON identity.used_challenge (expires_at);

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

CREATE TABLE identity.api_key (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  hint text NOT NULL CHECK (length(hint) = 4),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'trade', 'withdraw'] AND 'read' = ANY (scopes)),
  networks cidr[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (shard, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE UNIQUE INDEX api_key_by_secret ON identity.api_key (shard, secret_hash);
CREATE INDEX api_key_by_customer ON identity.api_key (shard, customer_id);

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
  flag text NOT NULL CHECK (flag ~ '^[a-z_]{2,20}$'),
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, flag),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE INDEX customer_held ON identity.customer (shard, id) WHERE frozen_by IS NOT NULL OR closed_at IS NOT NULL;

CREATE TABLE identity.person_mark (
  mark bytea NOT NULL CHECK (length(mark) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  granted_at_ms bigint,
  PRIMARY KEY (mark, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX person_mark_of_customer ON identity.person_mark (shard, customer_id);

CREATE TABLE identity.acceptance (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  document text NOT NULL CHECK (document IN ('terms', 'privacy', 'adult')),
  version text NOT NULL CHECK (length(version) BETWEEN 1 AND 20),
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, document, version),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE TABLE identity.email_proposal (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE TABLE identity.credential (
  credential_hash bytea PRIMARY KEY CHECK (length(credential_hash) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  passkey_id uuid NOT NULL,
  FOREIGN KEY (shard, passkey_id) REFERENCES identity.passkey (shard, id) ON DELETE CASCADE
);
CREATE INDEX credential_by_passkey ON identity.credential (shard, passkey_id);

CREATE INDEX session_by_parent ON identity.session (shard, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE identity.wrong_code (
  hour_ms bigint PRIMARY KEY,
  count integer NOT NULL CHECK (count > 0)
);

CREATE TABLE identity.former_email (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);

CREATE SCHEMA limits;

CREATE TABLE limits.own_limit (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  name text NOT NULL
    CHECK (name IN ('deposit_day', 'deposit_week', 'deposit_month', 'stake', 'loss_day', 'loss_week', 'loss_month',
    'session_day', 'reality')),
  value bigint CHECK (value >= 0),
  waiting_value bigint CHECK (waiting_value >= 0),
  waiting_from_ms bigint,
  changed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, name),
  CONSTRAINT waiting_has_its_time CHECK (waiting_from_ms IS NOT NULL OR waiting_value IS NULL)
);

CREATE TABLE limits.pause (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('timeout', 'exclusion')),
  from_ms bigint NOT NULL,
  until_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT pause_is_long_enough CHECK (until_ms >= from_ms + CASE kind WHEN 'timeout' THEN 86400000
    ELSE 181 * 86400000::bigint END),
  CONSTRAINT time_out_ends CHECK (kind = 'exclusion' OR until_ms IS NOT NULL)
);

CREATE TABLE limits.activity (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  hour int NOT NULL,
  minutes bigint NOT NULL CHECK (minutes > 0 AND minutes < 1152921504606846976),
  PRIMARY KEY (shard, customer_id, hour)
);
CREATE INDEX activity_by_age ON limits.activity (hour);

CREATE TABLE limits.reality_check (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  confirmed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);

CREATE SCHEMA markets;

CREATE TABLE markets.ticks (
  symbol text NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  at_ms bigint NOT NULL,
  bid bigint NOT NULL CHECK (bid > 0),
  ask bigint NOT NULL CHECK (ask >= bid),
  price bigint NOT NULL CHECK (price > 0),
  source text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (symbol, at_ms, seq)
    ) PARTITION BY RANGE (at_ms
);
CREATE INDEX ticks_by_seq ON markets.ticks (symbol, seq);

CREATE TABLE markets.heads (
  symbol text PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0,
  at_ms bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  complete_ms bigint NOT NULL DEFAULT 0,
  complete_mark bytea NOT NULL DEFAULT sha256(decode(repeat('00', 32), 'hex') || int8send(0::bigint))
);

CREATE TABLE markets.candles (
  symbol text NOT NULL,
  width_s int NOT NULL CHECK (width_s IN (60, 3600)),
  at_ms bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  ticks int NOT NULL,
  PRIMARY KEY (symbol, width_s, at_ms)
);

CREATE TABLE markets.candle_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  through_ms bigint NOT NULL
);

CREATE TABLE markets.seed_chains (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model text NOT NULL,
  first_hour int NOT NULL,
  hours int NOT NULL CHECK (hours > 0),
  root bytea NOT NULL UNIQUE,
  sealed_last_seed bytea NOT NULL,
  made_at_ms bigint NOT NULL
);

CREATE TABLE markets.simulated_hours (
  chain_id int NOT NULL REFERENCES markets.seed_chains,
  hour int NOT NULL,
  commitment bytea NOT NULL,
  state text NOT NULL,
  seed bytea CHECK (length(seed) = 32),
  revealed_at_ms bigint,
  PRIMARY KEY (chain_id, hour),
  CHECK ((seed IS NULL) = (revealed_at_ms IS NULL))
);

CREATE TABLE markets.seams (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  epoch int NOT NULL CHECK (epoch > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  PRIMARY KEY (symbol, at_ms),
  UNIQUE (symbol, epoch)
);

CREATE TABLE markets.feed_states (
  symbol text PRIMARY KEY,
  source text NOT NULL,
  at_ms bigint NOT NULL,
  source_ms double precision NOT NULL,
  variance double precision NOT NULL
);

CREATE TABLE markets.source_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  name text NOT NULL,
  state jsonb NOT NULL
);

CREATE TABLE markets.refused_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  bid bigint,
  ask bigint,
  price bigint,
  reason text NOT NULL,
  source text NOT NULL
);
CREATE INDEX refused_prices_by_time ON markets.refused_prices (symbol, at_ms, id);

CREATE TABLE markets.refused_counts (
  symbol text NOT NULL,
  day int NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (symbol, day, reason)
);

CREATE TABLE markets.feed_statuses (
  symbol text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('waiting', 'playing', 'ended', 'unfed')),
  skipped_rows int NOT NULL DEFAULT 0
);

COMMENT ON TABLE markets.seed_chains IS 'rights: INSERT, SELECT';

CREATE TABLE markets.refused_gaps (
  symbol text NOT NULL,
  reason text NOT NULL,
  through_ms bigint NOT NULL,
  PRIMARY KEY (symbol, reason)
);
CREATE INDEX refused_prices_by_reason ON markets.refused_prices (symbol, reason, id);

CREATE SCHEMA trading;

CREATE TYPE trading.side AS ENUM ('BUY', 'SELL');

CREATE TYPE trading.state AS ENUM ('OPEN', 'WON', 'LOST', 'TIE', 'VOID');

CREATE TYPE trading.void_code AS ENUM ('no_strike', 'strike_late', 'exit_stale', 'feed_stopped', 'record_restarted');

CREATE TABLE trading.trades (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  payout_bps smallint NOT NULL CHECK (payout_bps > 0),
  tolerance_ms int NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  accepted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > accepted_at_ms),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  balance_after_minor bigint NOT NULL,
  open_after int NOT NULL,
  rules smallint NOT NULL,
  type trading.side NOT NULL,
  state trading.state NOT NULL DEFAULT 'OPEN',
  symbol text NOT NULL,
  asset text NOT NULL,
  key text COLLATE "C",
  void_code trading.void_code,
  strike_seq bigint,
  strike bigint,
  exit_seq bigint,
  exit bigint,
  returned_minor bigint,
  settled_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT trades_settled_whole CHECK ((state = 'OPEN') = (settled_at_ms IS NULL)
    AND (state = 'OPEN') = (returned_minor IS NULL)),
  CONSTRAINT trades_void_has_reason CHECK ((state = 'VOID') = (void_code IS NOT NULL)),
  CONSTRAINT trades_result_has_ticks CHECK (state NOT IN ('WON', 'LOST', 'TIE')
    OR (strike_seq IS NOT NULL AND exit_seq >= strike_seq)),
  CONSTRAINT trades_key_length CHECK (length(key) <= 100)
);
CREATE UNIQUE INDEX trades_key_once ON trading.trades (shard, customer_id, key) WHERE key IS NOT NULL;
CREATE INDEX trades_due ON trading.trades (shard, expires_at_ms) WHERE state = 'OPEN';

CREATE TABLE trading.customers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  open_trades int NOT NULL CHECK (open_trades >= 0),
  open_stake_minor bigint NOT NULL CHECK (open_stake_minor >= 0),
  result_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, customer_id)
    ) WITH (fillfactor = 50
);

CREATE TABLE trading.exposure (
  lane smallint NOT NULL,
  expires_at_s bigint NOT NULL,
  symbol text NOT NULL,
  asset text NOT NULL,
  profits_minor bigint NOT NULL CHECK (profits_minor >= 0),
  borrowed_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (lane, expires_at_s, symbol, asset)
    ) WITH (fillfactor = 50
);

CREATE TYPE trading.order_batch AS (
  customer_no int[],
  expiry_no int[],
  after_it int[],
  stake_after_it_minor bigint[],
  shard smallint[],
  customer_id uuid[],
  id uuid[],
  key text[],
  symbol text[],
  type trading.side[],
  asset text[],
  stake_minor bigint[],
  profit_minor bigint[],
  payout_bps smallint[],
  tolerance_ms int[],
  accepted_at_ms bigint[],
  expires_at_ms bigint[]
);

CREATE TYPE trading.batch_customers AS (shard smallint[], customer_id uuid[], asset text[], trades int[],
  stake_minor bigint[], max_open int[], max_open_stake_minor bigint[], least_result_minor bigint[]);

CREATE TYPE trading.batch_expiries AS (expires_at_s bigint[], symbol text[], asset text[], profit_minor bigint[],
  max_exposure_minor bigint[]);

CREATE TABLE trading.settlers (
  shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31)
);

INSERT INTO trading.settlers SELECT generate_series(0, 31);

COMMENT ON TABLE trading.trades IS 'rights: SELECT';

COMMENT ON TABLE trading.customers IS 'rights: SELECT';

COMMENT ON TABLE trading.settlers IS 'rights: SELECT';

COMMENT ON TABLE trading.exposure IS 'rights: DELETE, SELECT';

CREATE TABLE trading.unsettled (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  code text NOT NULL CHECK (length(code) <= 10),
  reason text NOT NULL CHECK (length(reason) <= 500),
  since_ms bigint NOT NULL,
  tried_ms bigint NOT NULL,
  tries int NOT NULL DEFAULT 1 CHECK (tries > 0),
  PRIMARY KEY (shard, trade_id)
);

CREATE SCHEMA affiliates;

CREATE TABLE affiliates.code (
  code text PRIMARY KEY CHECK (code ~ '^[2-9CFGHJMPQRVWX]{8}$'),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL
);

CREATE TABLE affiliates.member (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  code text NOT NULL,
  referrers uuid[] NOT NULL,
  joined_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id),
  CONSTRAINT three_levels_at_most CHECK (cardinality(referrers) <= 3),
  CONSTRAINT nobody_refers_themselves CHECK (NOT customer_id = ANY (referrers)),
  CONSTRAINT nobody_refers_twice CHECK (referrers[1] <> referrers[2] AND referrers[2] <> referrers[3]
    AND referrers[1] <> referrers[3])
);

CREATE TABLE affiliates.referral (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  referrer_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  since_ms bigint NOT NULL,
  PRIMARY KEY (shard, referrer_id, customer_id),
  CHECK (referrer_id <> customer_id)
);
CREATE INDEX referral_by_time ON affiliates.referral (shard, referrer_id, since_ms DESC, id DESC);

CREATE TABLE affiliates.commission (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  referrer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  round smallint NOT NULL CHECK (round > 0),
  customer_id uuid NOT NULL,
  share_asset text NOT NULL,
  share_minor bigint NOT NULL CHECK (share_minor > 0),
  asset text NOT NULL,
  amount_minor bigint CHECK (amount_minor >= 0),
  kept_minor bigint NOT NULL DEFAULT 0 CHECK (kept_minor >= 0),
  rate jsonb,
  at_ms bigint NOT NULL,
  reversed_at_ms bigint,
  taken_back_minor bigint NOT NULL DEFAULT 0 CHECK (taken_back_minor >= 0),
  returned_share_minor bigint NOT NULL DEFAULT 0,
  returned_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, referrer_id, deposit_id, level, round),
  CONSTRAINT kept_of_the_amount CHECK (kept_minor <= coalesce(amount_minor, 0)),
  CONSTRAINT taken_of_what_was_paid CHECK (taken_back_minor <= coalesce(amount_minor, 0) - kept_minor),
  CONSTRAINT returned_of_the_share CHECK (returned_share_minor BETWEEN 0 AND share_minor),
  CONSTRAINT returned_of_the_amount CHECK (returned_minor BETWEEN 0 AND coalesce(amount_minor, 0)),
  CONSTRAINT taken_only_when_returned CHECK (reversed_at_ms IS NOT NULL OR taken_back_minor <= returned_minor)
);
CREATE INDEX commission_of_deposit ON affiliates.commission (deposit_id);
CREATE INDEX commission_of_customer ON affiliates.commission (shard, referrer_id, customer_id);
CREATE INDEX commission_waiting ON affiliates.commission (at_ms) WHERE amount_minor IS NULL AND reversed_at_ms IS NULL;

CREATE TABLE affiliates.debt (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  owed_minor bigint NOT NULL CHECK (owed_minor >= 0),
  PRIMARY KEY (shard, customer_id)
);

CREATE SCHEMA payments;

CREATE TABLE payments.plans (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{1,63}$'),
  account text NOT NULL CHECK (account IN ('trading', 'mining')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  place smallint NOT NULL,
  coin text CHECK (coin IN ('BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR')),
  hashes_per_s bigint CONSTRAINT plans_hash_giga_check CHECK (hashes_per_s > 0),
  retired_at_ms bigint,
  CHECK ((account = 'mining') = (coin IS NOT NULL) AND (account = 'mining') = (hashes_per_s IS NOT NULL))
);
CREATE UNIQUE INDEX plans_name ON payments.plans (account, coalesce(coin, ''), lower(name)) WHERE retired_at_ms IS NULL;

INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hashes_per_s) VALUES
  ('starter', 'trading', 'Starter', 100_00, 1, NULL, NULL),
  ('bronze', 'trading', 'Bronze', 500_00, 2, NULL, NULL),
  ('silver', 'trading', 'Silver', 2500_00, 3, NULL, NULL),
  ('gold', 'trading', 'Gold', 10000_00, 4, NULL, NULL),
  ('custom', 'trading', 'Custom', 10_00, 5, NULL, NULL),
  ('btc-basic', 'mining', 'Basic', 300_00, 1, 'BTC', 15000000000000),
  ('btc-plus', 'mining', 'Plus', 1500_00, 2, 'BTC', 80000000000000),
  ('btc-custom', 'mining', 'Custom', 300_00, 3, 'BTC', 15000000000000),
  ('eth-basic', 'mining', 'Basic', 300_00, 4, 'ETH', 14000000000000),
  ('eth-custom', 'mining', 'Custom', 300_00, 5, 'ETH', 14000000000000),
  ('ltc-basic', 'mining', 'Basic', 300_00, 6, 'LTC', 4500000000),
  ('xrp-basic', 'mining', 'Basic', 300_00, 7, 'XRP', 14000000000000),
  ('zec-basic', 'mining', 'Basic', 300_00, 8, 'ZEC', 60000),
  ('xmr-basic', 'mining', 'Basic', 300_00, 9, 'XMR', 35000),
  ('ltc-custom', 'mining', 'Custom', 300_00, 10, 'LTC', 4500000000),
  ('xrp-custom', 'mining', 'Custom', 300_00, 11, 'XRP', 14000000000000),
  ('zec-custom', 'mining', 'Custom', 300_00, 12, 'ZEC', 60000),
  ('xmr-custom', 'mining', 'Custom', 300_00, 13, 'XMR', 35000);

CREATE TABLE payments.deposit_addresses (
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  index int NOT NULL CHECK (index >= 0),
  address text NOT NULL,
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  PRIMARY KEY (coin, index),
  UNIQUE (coin, address)
);

CREATE TYPE payments.deposit_state AS ENUM ('quoted', 'pending_approval', 'seen', 'confirming', 'partial', 'credited',
  'expired', 'cancelled', 'reversed');

CREATE TABLE payments.deposits (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  mining_coin text,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  coin_minor bigint NOT NULL CHECK (coin_minor > 0),
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  rate jsonb NOT NULL,
  address text NOT NULL,
  state payments.deposit_state NOT NULL,
  outcome text CHECK (outcome IN ('exact', 'partial', 'over', 'late', 'receipt')),
  quoted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  cancelled_at_ms bigint,
  credited_coin_minor bigint NOT NULL DEFAULT 0 CHECK (credited_coin_minor >= 0),
  credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0),
  advanced_minor bigint NOT NULL DEFAULT 0 CHECK (advanced_minor >= 0),
  shortfall_minor bigint NOT NULL DEFAULT 0 CHECK (shortfall_minor >= 0),
  receipt_file uuid,
  receipt_state text CHECK (receipt_state IN ('pending', 'proposed', 'approved', 'declined')),
  receipt_reason text,
  receipt_at_ms bigint,
  purpose text NOT NULL DEFAULT 'trading' CHECK (purpose IN ('trading', 'mining', 'farming')),
  terms jsonb,
  began_at_ms bigint,
  began_minor bigint CHECK (began_minor > 0),
  not_begun text CHECK (not_begun IN ('paused')),
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT deposits_check1 CHECK (began_minor IS NULL OR began_at_ms IS NOT NULL),
  CONSTRAINT deposits_receipt_has_state CHECK (receipt_file IS NULL OR receipt_state IS NOT NULL),
  CONSTRAINT deposits_receipt_to_look_at CHECK (receipt_file IS NOT NULL
    OR receipt_state NOT IN ('pending', 'proposed'))
);

CREATE INDEX deposits_open ON payments.deposits (expires_at_ms)
  WHERE state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial');

CREATE INDEX deposits_id ON payments.deposits (id);
CREATE INDEX deposits_receipts ON payments.deposits (receipt_at_ms) WHERE receipt_state IN ('pending', 'proposed');

CREATE TABLE payments.chain_payments (
  shard smallint NOT NULL,
  coin text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 180),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  txid text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  rest_units bigint NOT NULL CHECK (rest_units >= 0),
  min_confirmations int NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  included_at_ms bigint,
  height int,
  block_hash text,
  pending boolean NOT NULL,
  credited_minor bigint,
  paid_out_minor bigint,
  credits int NOT NULL DEFAULT 0,
  held_at_ms bigint,
  aside_minor bigint NOT NULL DEFAULT 0 CHECK (aside_minor >= 0),
  aside_until_ms bigint,
  aside_missing_minor bigint NOT NULL DEFAULT 0 CHECK (aside_missing_minor >= 0),
  sent_back_at_ms bigint,
  first_credited_at_ms bigint,
  PRIMARY KEY (shard, coin, key),
  CHECK ((height IS NULL) = (block_hash IS NULL)),
  CONSTRAINT held_or_credited CHECK (held_at_ms IS NULL OR credited_minor IS NULL),
  CONSTRAINT aside_within_payment CHECK (aside_minor + aside_missing_minor <= amount_minor)
);
CREATE INDEX chain_payments_deposit ON payments.chain_payments (shard, customer_id, deposit_id);
CREATE INDEX chain_payments_block ON payments.chain_payments (coin, block_hash);

CREATE INDEX chain_payments_due ON payments.chain_payments (coin) WHERE credited_minor IS NULL OR height IS NULL;

CREATE TABLE payments.chain_blocks (
  coin text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (coin, height)
);

CREATE TABLE payments.scanners (
  coin text PRIMARY KEY CHECK (coin IN ('BTC', 'ETH')),
  halted_at_ms bigint,
  halt_reason text
);

INSERT INTO payments.scanners (coin) VALUES ('BTC'), ('ETH');

CREATE TABLE payments.withdrawers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  since_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);

CREATE TABLE payments.addresses (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('BTC', 'ETH', 'PayPal', 'Bank')),
  label text NOT NULL,
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  destination_sealed bytea NOT NULL,
  added_at_ms bigint NOT NULL,
  usable_at_ms bigint NOT NULL CHECK (usable_at_ms >= added_at_ms),
  removed_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id)
);
CREATE UNIQUE INDEX addresses_once ON payments.addresses (shard, customer_id, fingerprint) WHERE removed_at_ms IS NULL;

CREATE TABLE payments.withdrawals (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('BTC', 'ETH', 'PayPal', 'Bank')),
  code text NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  principal_minor bigint NOT NULL CHECK (principal_minor >= 0),
  interest_minor bigint NOT NULL CHECK (interest_minor >= 0),
  paid_asset text NOT NULL,
  paid_minor bigint NOT NULL CHECK (paid_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0 AND fee_minor < paid_minor),
  usd_minor bigint NOT NULL CHECK (usd_minor >= 0),
  rates jsonb NOT NULL,
  destination_sealed bytea,
  state text NOT NULL DEFAULT 'PENDING'
    CHECK (state IN ('PENDING', 'APPROVED', 'SENT', 'COMPLETED', 'REFUSED', 'CANCELLED')),
  step text CHECK (step IN ('reserved', 'signed', 'broadcast', 'confirmed')),
  wait text CHECK (wait IN ('funds', 'chain_away', 'frozen', 'failed_on_chain')),
  hold_note text,
  reason text
    CHECK (reason IN ('insufficient_funds', 'inaccurate_information', 'suspected_financial_crime',
    'destination_unusable')),
  pending_id bigint NOT NULL,
  usable_at_ms bigint NOT NULL,
  requested_at_ms bigint NOT NULL,
  promised_by_ms bigint NOT NULL,
  approval_id text,
  proposed_by uuid,
  approved_by uuid,
  approved_at_ms bigint,
  sent_at_ms bigint,
  ended_at_ms bigint,
  confirmations int NOT NULL DEFAULT 0,
  txid text,
  attempts int NOT NULL DEFAULT 0,
  document_number text,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT withdrawals_parts_sum CHECK (principal_minor + interest_minor = amount_minor),
  CONSTRAINT withdrawals_end_has_time
    CHECK ((state IN ('COMPLETED', 'REFUSED', 'CANCELLED')) = (ended_at_ms IS NOT NULL)),
  CONSTRAINT withdrawals_refusal_has_reason CHECK ((state = 'REFUSED') = (reason IS NOT NULL)),
  CONSTRAINT withdrawals_approval_has_operator CHECK (state NOT IN ('APPROVED', 'SENT', 'COMPLETED')
    OR approved_by IS NOT NULL),
  CONSTRAINT withdrawals_payout_leaves_trace CHECK (state <> 'COMPLETED'
    OR (txid IS NOT NULL) <> (document_number IS NOT NULL)),
  CONSTRAINT withdrawals_known_until_end CHECK (destination_sealed IS NOT NULL OR ended_at_ms IS NOT NULL)
);
CREATE INDEX withdrawals_open ON payments.withdrawals (requested_at_ms) WHERE state IN ('PENDING', 'APPROVED', 'SENT');
CREATE INDEX withdrawals_ended ON payments.withdrawals (ended_at_ms DESC, id) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX withdrawals_completed ON payments.withdrawals (ended_at_ms DESC, id) WHERE state = 'COMPLETED';

CREATE TABLE payments.sends (
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  id uuid NOT NULL,
  holder uuid NOT NULL,
  customer_id uuid,
  plan jsonb NOT NULL,
  change_index int NOT NULL,
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'broadcast', 'confirmed', 'dead')),
  raw text,
  txid text,
  fee_minor bigint,
  planned_at_ms bigint NOT NULL,
  signed_at_ms bigint,
  broadcast_at_ms bigint,
  ended_at_ms bigint,
  vanished_at_ms bigint,
  buried_at_ms bigint,
  PRIMARY KEY (coin, id),
  CONSTRAINT sends_signed_before_broadcast CHECK (state NOT IN ('signed', 'broadcast', 'confirmed')
    OR (raw IS NOT NULL AND txid IS NOT NULL))
);
CREATE UNIQUE INDEX sends_txid ON payments.sends (coin, txid) WHERE txid IS NOT NULL;
CREATE INDEX sends_live ON payments.sends (coin, planned_at_ms) WHERE state IN ('planned', 'signed', 'broadcast');
CREATE INDEX sends_holder ON payments.sends (coin, holder);

CREATE TABLE payments.claims (
  coin text NOT NULL,
  claim text NOT NULL,
  holder uuid NOT NULL,
  PRIMARY KEY (coin, claim)
);
CREATE INDEX claims_holder ON payments.claims (coin, holder);

CREATE TABLE payments.bonus_grants (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  turnover_minor bigint NOT NULL CHECK (turnover_minor >= 0),
  granted_at_ms bigint NOT NULL,
  operator_id uuid,
  why text NOT NULL CHECK (length(why) BETWEEN 10 AND 300),
  PRIMARY KEY (shard, customer_id, id)
);
CREATE UNIQUE INDEX bonus_grants_of_rule ON payments.bonus_grants (shard, customer_id) WHERE operator_id IS NULL;

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

CREATE INDEX withdrawals_unerased ON payments.withdrawals (shard, customer_id) WHERE destination_sealed IS NOT NULL
  AND ended_at_ms IS NOT NULL;
CREATE INDEX deposits_receipt_kept ON payments.deposits (shard, customer_id) WHERE receipt_file IS NOT NULL;
CREATE INDEX deposits_receipt_file ON payments.deposits (receipt_file) WHERE receipt_file IS NOT NULL;
CREATE INDEX sends_unburied ON payments.sends (coin) WHERE state = 'confirmed' AND buried_at_ms IS NULL;
CREATE INDEX chain_payments_aside ON payments.chain_payments (aside_until_ms) WHERE aside_until_ms IS NOT NULL;

CREATE TABLE payments.plan_versions (
  plan_id text NOT NULL REFERENCES payments.plans,
  version int NOT NULL CHECK (version >= 0),
  from_ms bigint NOT NULL,
  account text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  coin text,
  hashes_per_s bigint,
  is_offered boolean NOT NULL,
  PRIMARY KEY (plan_id, version)
);

INSERT INTO payments.plan_versions
SELECT id, 0, 0, account, name, amount_minor, coin, hashes_per_s, true FROM payments.plans;

CREATE SCHEMA copying;

CREATE TABLE copying.experts (
  id text PRIMARY KEY,
  customer_id uuid NOT NULL UNIQUE,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  created_at_ms bigint NOT NULL,
  practised_through_ms bigint,
  decided jsonb NOT NULL DEFAULT '{}',
  stopped_at_ms bigint,
  stop_reason text
);

CREATE TABLE copying.scheduled (
  id uuid PRIMARY KEY,
  expert_id text NOT NULL REFERENCES copying.experts (id),
  symbol text NOT NULL,
  type text NOT NULL CHECK (type IN ('BUY', 'SELL')),
  interval_s int NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 10 AND 300),
  operator_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'placed', 'refused')),
  note text
);
CREATE INDEX scheduled_due ON copying.scheduled (at_ms) WHERE state = 'waiting';

CREATE TABLE copying.orders (
  id uuid PRIMARY KEY,
  expert_id text NOT NULL REFERENCES copying.experts (id),
  key text NOT NULL,
  symbol text NOT NULL,
  class text NOT NULL,
  type text NOT NULL CHECK (type IN ('BUY', 'SELL')),
  interval_s int NOT NULL,
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  equity_minor bigint NOT NULL CHECK (equity_minor > 0),
  decided_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'placing' CHECK (state IN ('placing', 'placed', 'done', 'refused')),
  code text,
  trade_id uuid,
  payout_bps int,
  accepted_at_ms bigint,
  expires_at_ms bigint,
  expert_result_minor bigint,
  UNIQUE (expert_id, key),
  CHECK (state IN ('placing', 'refused') OR (trade_id IS NOT NULL AND accepted_at_ms IS NOT NULL)),
  CHECK ((state = 'refused') = (code IS NOT NULL))
);
CREATE INDEX orders_unfinished ON copying.orders (expires_at_ms) WHERE state IN ('placing', 'placed');

CREATE TABLE copying.relations (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  expert_id text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  mode text NOT NULL CHECK (mode IN ('fixed', 'proportional')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  classes text[],
  max_stake_minor bigint CHECK (max_stake_minor > 0),
  stop_loss_minor bigint CHECK (stop_loss_minor > 0),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
  started_at_ms bigint NOT NULL,
  stopped_at_ms bigint,
  stop_reason text CHECK (stop_reason IN ('customer', 'stop_loss', 'expert')),
  result_minor bigint NOT NULL DEFAULT 0,
  high_water_minor bigint NOT NULL DEFAULT 0 CHECK (high_water_minor >= 0),
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  shared_week int NOT NULL,
  PRIMARY KEY (shard, customer_id, id),
  CHECK ((state = 'stopped') = (stopped_at_ms IS NOT NULL) AND (state = 'stopped') = (stop_reason IS NOT NULL))
);
CREATE UNIQUE INDEX relations_once ON copying.relations (shard, customer_id, expert_id) WHERE state <> 'stopped';
CREATE INDEX relations_of_expert ON copying.relations (expert_id) WHERE state <> 'stopped';
CREATE INDEX relations_with_new_highs ON copying.relations (shared_week) WHERE result_minor > high_water_minor;

CREATE TABLE copying.copies (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  order_id uuid NOT NULL,
  weight_num bigint NOT NULL CHECK (weight_num >= 0),
  weight_den bigint NOT NULL CHECK (weight_den > 0),
  trade_id uuid,
  code text,
  stake_minor bigint NOT NULL CHECK (stake_minor >= 0),
  is_done boolean NOT NULL DEFAULT false,
  expert_minor bigint,
  skip_minor bigint,
  delay_minor bigint,
  price_minor bigint,
  rounding_minor bigint,
  mine_minor bigint,
  done_at_ms bigint,
  PRIMARY KEY (shard, customer_id, relation_id, order_id),
  CHECK ((trade_id IS NULL) = (code IS NOT NULL)),
  CONSTRAINT copies_add_up CHECK (NOT is_done
    OR mine_minor = expert_minor + skip_minor + delay_minor + price_minor + rounding_minor),
  CONSTRAINT copies_skipped_make_nothing CHECK (NOT is_done OR trade_id IS NOT NULL OR mine_minor = 0)
);
CREATE INDEX copies_of_order ON copying.copies (order_id) WHERE NOT is_done;

CREATE TABLE copying.profit_shares (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  week int NOT NULL,
  at_ms bigint NOT NULL,
  from_high_minor bigint NOT NULL,
  to_high_minor bigint NOT NULL CHECK (to_high_minor > from_high_minor),
  share_bps int NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  PRIMARY KEY (shard, customer_id, relation_id, week)
);

CREATE TABLE copying.robots (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  strategy text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  symbols text[] NOT NULL CHECK (cardinality(symbols) BETWEEN 1 AND 10),
  hours text NOT NULL,
  loss_limit_minor bigint NOT NULL CHECK (loss_limit_minor >= stake_minor),
  run int NOT NULL DEFAULT 0 CHECK (run >= 0),
  active boolean NOT NULL DEFAULT false,
  started_at_ms bigint,
  stopped_at_ms bigint,
  decided jsonb NOT NULL DEFAULT '{}',
  note text,
  PRIMARY KEY (shard, customer_id),
  CONSTRAINT robots_active_since CHECK (NOT active OR (run > 0 AND started_at_ms IS NOT NULL AND stopped_at_ms IS NULL))
);
CREATE INDEX robots_active ON copying.robots (shard, customer_id) WHERE active;

CREATE SCHEMA proofs;

CREATE TABLE proofs.statements (
  day date PRIMARY KEY,
  at_ms bigint NOT NULL,
  root text NOT NULL CHECK (length(root) = 64),
  customers int NOT NULL CHECK (customers >= 0),
  assets jsonb NOT NULL,
  heads jsonb NOT NULL,
  audit jsonb
);

CREATE TABLE proofs.leaves (
  day date NOT NULL REFERENCES proofs.statements (day) ON DELETE CASCADE,
  place int NOT NULL,
  customer_id uuid NOT NULL,
  salt text NOT NULL,
  totals text NOT NULL,
  PRIMARY KEY (day, place)
);
CREATE INDEX leaves_customer ON proofs.leaves (day, customer_id);

CREATE TABLE proofs.seals (
  name text NOT NULL,
  to_ms bigint NOT NULL,
  digests jsonb NOT NULL,
  PRIMARY KEY (name, to_ms)
);

CREATE SCHEMA mining;

CREATE TABLE mining.parameters (
  coin text NOT NULL CHECK (coin IN ('BTC', 'LTC', 'ZEC', 'XMR')),
  from_ms bigint NOT NULL,
  difficulty_e8 numeric(40, 0) NOT NULL CHECK (difficulty_e8 > 0),
  subsidy_minor bigint NOT NULL CHECK (subsidy_minor >= 0),
  height int NOT NULL CHECK (height >= 0),
  source text NOT NULL CHECK (length(source) BETWEEN 10 AND 300),
  observed_on date NOT NULL,
  set_by uuid,
  approved_by uuid,
  PRIMARY KEY (coin, from_ms)
);

INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on) VALUES
  ('BTC', 0, 11045190737464980000000, 312500000, 878976,
    'Bitcoin main chain, difficulty after the adjustment at block 878,976; subsidy by the consensus rule since block 840,000', '2025-01-12'),
  ('LTC', 0, 8361982371858509, 625000000, 2872444,
    'Litecoin main chain at block 2,872,444 as a pool''s network record gave it; subsidy by the consensus rule since block 2,520,000', '2025-03-31'),
  ('ZEC', 0, 8200000000000000, 125000000, 2800000,
    'Estimate from a network rate of about 9 GSol/s and 75 seconds a block; the miner''s 80 % of 1.5625 ZEC by the consensus rule', '2025-03-31'),
  ('XMR', 0, 60000000000000000000, 60000000, 3380000,
    'Estimate from a network rate of about 5 GH/s and 120 seconds a block; tail emission of 0.6 XMR by the consensus rule', '2025-03-31');

CREATE TABLE mining.contracts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR')),
  mined_coin text NOT NULL CHECK (mined_coin IN ('BTC', 'LTC', 'ZEC', 'XMR')),
  plan text NOT NULL,
  plan_id text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  price_minor bigint NOT NULL CHECK (price_minor > 0),
  hashes_per_s bigint NOT NULL CHECK (hashes_per_s > 0),
  datacenter text NOT NULL,
  fee_bps smallint NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
  rejected_bps smallint NOT NULL CHECK (rejected_bps BETWEEN 0 AND 10000),
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL CHECK (ends_at_ms > started_at_ms),
  holding_minor bigint,
  holding_rate jsonb,
  days_paid smallint NOT NULL DEFAULT 0,
  next_ms bigint,
  carry_parts numeric(20, 0) NOT NULL DEFAULT 0 CHECK (carry_parts >= 0 AND carry_parts < 1000000000000000000),
  earned_minor bigint NOT NULL DEFAULT 0 CHECK (earned_minor >= 0),
  ended_early_ms bigint,
  PRIMARY KEY (shard, customer_id, id)
);
CREATE INDEX contracts_due ON mining.contracts (next_ms) WHERE next_ms IS NOT NULL;

CREATE TABLE mining.days (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  day smallint NOT NULL,
  paid_at_ms bigint NOT NULL,
  accruals jsonb NOT NULL,
  carry_before_parts numeric(20, 0) NOT NULL,
  carry_after_parts numeric(20, 0) NOT NULL,
  mined_minor bigint NOT NULL CHECK (mined_minor >= 0),
  rate jsonb,
  paid_minor bigint NOT NULL CHECK (paid_minor >= 0),
  PRIMARY KEY (shard, customer_id, contract_id, day)
);

INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on)
SELECT coin, 1743379200000, difficulty_e8, subsidy_minor, 2874000,
  'Estimate from a network rate of about 9 GSol/s and 75 seconds a block, which also give the height, counted from block 2,726,400 on 23 November 2024; the miner''s 80 % of 1.5625 ZEC by the consensus rule',
  observed_on
FROM mining.parameters WHERE coin = 'ZEC' AND from_ms = 0;

CREATE TABLE mining.parameter_corrections (
  coin text NOT NULL,
  from_ms bigint NOT NULL,
  revision int NOT NULL CHECK (revision > 0),
  difficulty_e8 numeric(40, 0) NOT NULL CHECK (difficulty_e8 > 0),
  subsidy_minor bigint NOT NULL CHECK (subsidy_minor >= 0),
  height int NOT NULL CHECK (height >= 0),
  source text NOT NULL CHECK (length(source) BETWEEN 10 AND 300),
  observed_on date NOT NULL,
  set_by uuid NOT NULL,
  approved_by uuid NOT NULL CHECK (approved_by <> set_by),
  corrected_at_ms bigint NOT NULL,
  PRIMARY KEY (coin, from_ms, revision),
  FOREIGN KEY (coin, from_ms) REFERENCES mining.parameters (coin, from_ms)
);

ALTER TABLE mining.parameters ADD CONSTRAINT parameters_by_two
  CHECK (set_by IS NULL OR approved_by IS NOT NULL AND approved_by <> set_by) NOT VALID;

CREATE SCHEMA farming;

CREATE TABLE farming.plans (
  id text PRIMARY KEY,
  name text NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  min_minor bigint NOT NULL CHECK (min_minor > 0),
  lever_halves smallint NOT NULL CHECK (lever_halves BETWEEN 3 AND 20),
  margin_bps smallint NOT NULL CHECK (margin_bps BETWEEN 1 AND 5000),
  early_fee_bps smallint NOT NULL CHECK (early_fee_bps BETWEEN 0 AND 1000),
  place smallint NOT NULL,
  retired_at_ms bigint,
  CHECK (2 * 10000 > lever_halves * margin_bps)
);

INSERT INTO farming.plans (id, name, coin, min_minor, lever_halves, margin_bps, early_fee_bps, place) VALUES
  ('btc-steady', 'Bitcoin Steady', 'BTC', 100_00, 4, 1000, 50, 1),
  ('btc-reach', 'Bitcoin Reach', 'BTC', 1000_00, 6, 1000, 50, 2),
  ('eth-steady', 'Ether Steady', 'ETH', 100_00, 5, 1000, 50, 3),
  ('eth-reach', 'Ether Reach', 'ETH', 1000_00, 8, 800, 75, 4);

CREATE TABLE farming.rates (
  plan_id text NOT NULL REFERENCES farming.plans (id),
  announced_ms bigint NOT NULL,
  from_ms bigint NOT NULL CHECK (from_ms = 0 OR from_ms > announced_ms),
  weekly_ppm int NOT NULL CHECK (weekly_ppm BETWEEN 1 AND 100000),
  minimum_ppm int NOT NULL CHECK (minimum_ppm BETWEEN 0 AND weekly_ppm),
  borrow_ppm int NOT NULL CHECK (borrow_ppm >= 0),
  note text NOT NULL CHECK (length(note) BETWEEN 5 AND 300),
  announced_by uuid,
  approved_by uuid,
  PRIMARY KEY (plan_id, announced_ms)
);

INSERT INTO farming.rates (plan_id, announced_ms, from_ms, weekly_ppm, minimum_ppm, borrow_ppm, note) VALUES
  ('btc-steady', 0, 0, 900, 500, 700, 'The rates that the product is installed with'),
  ('btc-reach', 0, 0, 1100, 600, 800, 'The rates that the product is installed with'),
  ('eth-steady', 0, 0, 1200, 650, 900, 'The rates that the product is installed with'),
  ('eth-reach', 0, 0, 1500, 850, 1000, 'The rates that the product is installed with');

CREATE TABLE farming.watch (
  coin text PRIMARY KEY CHECK (coin IN ('BTC', 'ETH')),
  through_ms bigint NOT NULL
);

INSERT INTO farming.watch VALUES ('BTC', 0), ('ETH', 0);

CREATE TABLE farming.contracts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  principal_minor bigint NOT NULL CHECK (principal_minor > 0),
  lever_halves smallint NOT NULL CHECK (lever_halves >= 3),
  minimum_ppm int NOT NULL,
  borrow_ppm int NOT NULL,
  margin_bps smallint NOT NULL,
  early_fee_bps smallint NOT NULL,
  entry_seq bigint NOT NULL,
  entry_at_ms bigint NOT NULL,
  entry_price bigint NOT NULL CHECK (entry_price > 0),
  liquidation_price bigint NOT NULL CHECK (liquidation_price >= 0 AND liquidation_price < entry_price),
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL CHECK (ends_at_ms BETWEEN started_at_ms + 7 * 86400000::bigint
    AND started_at_ms + 730 * 86400000::bigint),
  weeks_paid smallint NOT NULL DEFAULT 0,
  next_ms bigint,
  carry_parts bigint NOT NULL DEFAULT 0 CHECK (carry_parts >= 0 AND carry_parts < 1209600000000000),
  earned_minor bigint NOT NULL DEFAULT 0 CHECK (earned_minor >= 0),
  state text NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'released', 'closed early', 'liquidated', 'left the chain')),
  ended_ms bigint,
  exit_seq bigint,
  exit_at_ms bigint,
  exit_price bigint,
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  returned_minor bigint CHECK (returned_minor >= 0),
  PRIMARY KEY (shard, customer_id, id),
  CHECK ((state = 'running') = (next_ms IS NOT NULL) AND (state = 'running') = (ended_ms IS NULL)),
  CHECK ((state IN ('released', 'closed early', 'liquidated')) = (returned_minor IS NOT NULL AND exit_seq IS NOT NULL
    AND exit_at_ms IS NOT NULL AND exit_price IS NOT NULL)),
  CHECK (state <> 'liquidated' OR exit_price <= liquidation_price),
  CHECK (minimum_ppm * lever_halves >= borrow_ppm * (lever_halves - 2))
);
CREATE INDEX contracts_due ON farming.contracts (coin, next_ms) WHERE next_ms IS NOT NULL;
CREATE INDEX contracts_watched ON farming.contracts (coin, liquidation_price) WHERE next_ms IS NOT NULL;

CREATE TABLE farming.weeks (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  week smallint NOT NULL CHECK (week >= 0),
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL CHECK (to_ms >= from_ms),
  stretches jsonb NOT NULL,
  carry_before_parts bigint NOT NULL,
  carry_after_parts bigint NOT NULL,
  paid_minor bigint NOT NULL CHECK (paid_minor >= 0),
  PRIMARY KEY (shard, customer_id, contract_id, week)
);
CREATE UNIQUE INDEX plans_named_once ON farming.plans (lower(name)) WHERE retired_at_ms IS NULL;

CREATE TABLE farming.stuck (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  from_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, contract_id)
);

ALTER TABLE farming.rates ADD CONSTRAINT rates_by_two CHECK (announced_by IS NULL OR approved_by IS NOT NULL
  AND approved_by <> announced_by) NOT VALID;

CREATE SCHEMA webhooks;

CREATE TABLE webhooks.endpoints (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 500),
  secret_sealed bytea NOT NULL,
  previous_sealed bytea,
  previous_until_ms bigint,
  cursor_id bigint NOT NULL,
  is_behind boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL,
  answered_at_ms bigint,
  off_since_ms bigint,
  off_reason text,
  PRIMARY KEY (shard, id),
  CONSTRAINT endpoints_off_with_reason CHECK ((off_since_ms IS NULL) = (off_reason IS NULL)),
  CONSTRAINT endpoints_off_reason_check CHECK (off_reason IN ('failing', 'gone', 'password'))
);
CREATE INDEX endpoints_by_customer ON webhooks.endpoints (shard, customer_id);
CREATE INDEX endpoints_behind ON webhooks.endpoints (shard) WHERE is_behind;

CREATE TABLE webhooks.deliveries (
  shard smallint NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 3 AND 60),
  event_type text NOT NULL CHECK (length(event_type) BETWEEN 3 AND 60),
  event_at_ms bigint NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
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
