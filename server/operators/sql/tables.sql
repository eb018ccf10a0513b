-- The operators, what two of them must agree on, and what each of them did. None of these tables belongs to a customer.
-- They are small and stay on one machine in a cluster.
CREATE SCHEMA operators;

-- An operator. A one-time link adds the row. Someone who leaves is deactivated and kept, because the audit log and
-- approvals name operators by id.
CREATE TABLE operators.person (
  id uuid PRIMARY KEY,
  -- Shown to customers in notes and in lists of who opened their documents.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The email address: a keyed hash to find it, and the encrypted text to show it to other operators.
  email_hash bytea NOT NULL UNIQUE CHECK (length(email_hash) = 32),
  email_sealed bytea NOT NULL,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- The secret of the second factor, and the newest time step that was used, so that each code works once.
  totp_sealed bytea NOT NULL,
  totp_step bigint NOT NULL DEFAULT 0,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0
    AND roles <@ ARRAY['owner', 'finance', 'compliance', 'support', 'auditor']),
  created_at_ms bigint NOT NULL,
  deactivated_at_ms bigint,
  -- When the account was created, its credentials were last set, or it was given the right to approve or to manage
  -- operators. The waiting time as a second operator starts then. For accounts that predate this column, it is the time
  -- of their creation.
  entrusted_at_ms bigint NOT NULL
);

-- An operator's open session at the desk. Signing in adds it. Signing out, new credentials, deactivation or expiry
-- deletes it.
CREATE TABLE operators.session (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person (id),
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > created_at_ms),
  -- Shown so that an operator can recognise a session.
  network text NOT NULL,
  browser text NOT NULL
);
CREATE INDEX session_by_operator ON operators.session (operator_id);

-- One-time links: to become the first operator, to join, or to set a new password and second factor.
CREATE TABLE operators.link (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  id uuid NOT NULL UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('first', 'join', 'renew')),
  -- Null for the first operator, who enters an email address.
  email_hash bytea CHECK (length(email_hash) = 32),
  email_sealed bytea,
  roles text[] NOT NULL,
  -- The operator whose credentials a 'renew' link replaces.
  operator_id uuid REFERENCES operators.person (id),
  totp_sealed bytea NOT NULL,
  made_by uuid REFERENCES operators.person (id),
  made_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  CHECK ((purpose = 'first') = (email_hash IS NULL)),
  CHECK ((purpose = 'renew') = (operator_id IS NOT NULL))
);

-- What operators did and viewed. Each entry contains the hash of the previous one.
CREATE TABLE operators.audit_log (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at_ms bigint NOT NULL,
  -- Null if the product acted, not an operator.
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

-- The end of the hash chain. Appending locks this row, so entries are in commit order.
CREATE TABLE operators.audit_head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
    ) WITH (fillfactor = 10
);

INSERT INTO operators.audit_head (seq, at_ms, hash) VALUES (0, 0, sha256(convert_to('operators audit log', 'UTF8')));

-- Actions that a second operator must approve.
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
  -- The proposer can withdraw the proposal, but never approve it.
  CONSTRAINT approval_by_another CHECK (state <> 'approved' OR decided_by <> proposed_by),
  -- A change to operators, settings or rates has no amount.
  CONSTRAINT approval_amount_of_asset CHECK ((asset IS NULL) = (amount_minor IS NULL)),
  -- A phrase is stored as its code and placeholder values (server/platform/stored-phrase.ts).
  CONSTRAINT approval_words_check CHECK (length(words) BETWEEN 1 AND 4000)
);
CREATE INDEX approval_waiting ON operators.approval (proposed_at_ms) WHERE state = 'waiting';
CREATE INDEX approval_by_time ON operators.approval (proposed_at_ms, id);

-- Every value that a setting has ever had; the newest version applies.
CREATE TABLE operators.setting (
  key text NOT NULL CHECK (key ~ '^[a-z][a-zA-Z.]{1,60}$'),
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES operators.person (id),
  changed_at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (key, version)
);

-- A notice on pages. Operators publish and withdraw announcements; rows are kept, and the desk lists the past ones.
CREATE TABLE operators.announcement (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 2000),
  -- Shown above all others, until the reader closes it.
  must_see boolean NOT NULL,
  from_ms bigint NOT NULL,
  until_ms bigint CHECK (until_ms > from_ms),
  published_by uuid NOT NULL REFERENCES operators.person (id),
  published_at_ms bigint NOT NULL,
  withdrawn_at_ms bigint,
  -- Signed-in customers, or all readers.
  audience text NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'customers')),
  -- Only readers of pages in this language see it; null for all languages.
  language text CHECK (language ~ '^[a-z]{2}$')
);
CREATE INDEX announcement_by_time ON operators.announcement (from_ms);

-- Messages from visitors and customers, sent through the contact page. Their names, addresses and texts are encrypted.
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
  -- Set when a message is erased, some time after it was answered or closed (api/message-retention.ts). The time,
  -- operator and outcome of the decision remain.
  erased_at_ms bigint,
  -- The language of the page on which the message was written. The answer is sent in this language.
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  -- The customer who was signed in when the message was written. Erased with the rest of the message, or when the
  -- account is closed.
  customer_id uuid,
  -- A keyed hash of the email address, to find other messages from it. Null for older messages and once erased.
  email_hash bytea CHECK (length(email_hash) = 32),
  -- The conversation: that of the signed-in customer, else of the email address, which anyone can type.
  thread text NOT NULL GENERATED ALWAYS AS (coalesce(customer_id::text, encode(email_hash, 'hex'), id::text)) STORED,
  CONSTRAINT message_decided CHECK ((state = 'open') = (decided_by IS NULL)
    AND (state = 'answered' AND erased_at_ms IS NULL) = (answer_sealed IS NOT NULL)),
  CONSTRAINT message_erased CHECK (num_nulls(name_sealed, email_sealed, subject_sealed, content_sealed) = CASE
    WHEN erased_at_ms IS NULL THEN 0 ELSE 4 END),
  CONSTRAINT message_erased_when_done CHECK (erased_at_ms IS NULL OR state <> 'open'),
  CONSTRAINT message_customer_erased CHECK (erased_at_ms IS NULL OR customer_id IS NULL),
  CONSTRAINT message_email_hash_erased CHECK (erased_at_ms IS NULL OR email_hash IS NULL)
);
CREATE INDEX message_by_time ON operators.message (state, received_at_ms);
CREATE INDEX message_of_thread ON operators.message (thread, received_at_ms);
CREATE INDEX message_to_erase ON operators.message (decided_at_ms) WHERE state <> 'open' AND erased_at_ms IS NULL;

-- Texts for replies. They contain no personal data.
CREATE TABLE operators.reply_template (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  words text NOT NULL CHECK (length(words) BETWEEN 2 AND 5000),
  changed_by uuid NOT NULL REFERENCES operators.person (id),
  changed_at_ms bigint NOT NULL
);
CREATE UNIQUE INDEX reply_template_by_name ON operators.reply_template (lower(name));

-- Amounts that operators gave or paid out without a second operator, kept while they count towards the sums.
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

-- Operators' passkeys: both factors in one, and a way to sign in that others' failed attempts can't block.
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

-- A challenge of a passkey that was answered, so that no response works twice. Deleted once the challenge has expired.
CREATE TABLE operators.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  expires_at_ms bigint NOT NULL
);

-- Times of failed attempts, for sliding windows.
CREATE TABLE operators.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until_ms bigint NOT NULL
);
CREATE INDEX throttle_by_end ON operators.throttle (keep_until_ms);
CREATE INDEX message_of_customer ON operators.message (customer_id) WHERE customer_id IS NOT NULL;

-- Which announcements a customer confirmed reading. Deleted when the account is closed.
CREATE TABLE operators.announcement_read (
  announcement_id uuid NOT NULL REFERENCES operators.announcement (id),
  customer_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (announcement_id, customer_id)
);
CREATE INDEX announcement_read_by_customer ON operators.announcement_read (customer_id);
