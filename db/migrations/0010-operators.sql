-- The people who run the installation, what two of them must agree on, and what each of them did. None of these tables
-- belongs to a customer: they are small and live on one machine of a cluster.
CREATE SCHEMA operators;

CREATE TABLE operators.person (
  id uuid PRIMARY KEY,
  -- Shown to customers in notes and lists of who opened their documents.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Looked up by a keyed hash; shown to other operators after decryption.
  email_hash bytea NOT NULL UNIQUE CHECK (length(email_hash) = 32),
  email_sealed bytea NOT NULL,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- Secret of the second factor, and the newest time step that was used: a code signs in once.
  totp_sealed bytea NOT NULL,
  totp_step bigint NOT NULL DEFAULT 0,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['owner', 'finance', 'compliance', 'support', 'auditor']),
  created_at_ms bigint NOT NULL,
  deactivated_at_ms bigint
);

CREATE TABLE operators.session (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person (id),
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > created_at_ms)
);
CREATE INDEX session_by_operator ON operators.session (operator_id);

-- One-time links: to become the first operator, to join, or to set a new password and second factor.
CREATE TABLE operators.link (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  id uuid NOT NULL UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('first', 'join', 'renew')),
  -- Null for the first operator, who names the address.
  email_hash bytea CHECK (length(email_hash) = 32),
  email_sealed bytea,
  roles text[] NOT NULL,
  -- Whom a 'renew' is for.
  operator_id uuid REFERENCES operators.person (id),
  totp_sealed bytea NOT NULL,
  made_by uuid REFERENCES operators.person (id),
  made_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  CHECK ((purpose = 'first') = (email_hash IS NULL)),
  CHECK ((purpose = 'renew') = (operator_id IS NOT NULL))
);

-- Failed sign-ins of an address or a network since the last one that went well.
CREATE TABLE operators.failures (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  count int NOT NULL CHECK (count > 0),
  last_at_ms bigint NOT NULL
);

CREATE FUNCTION operators.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operators.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

-- What operators did and what they looked at. Each entry carries the hash of the one before it.
CREATE TABLE operators.audit_log (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at_ms bigint NOT NULL,
  -- Null: the product itself.
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
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operators.audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

-- Where the chain stands. Its row is the lock that puts entries in order of their commits.
CREATE TABLE operators.audit_head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO operators.audit_head (seq, at_ms, hash) VALUES (0, 0, sha256(convert_to('operators audit log', 'UTF8')));
CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON operators.audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

-- Canonical encoding: every stored column, as PostgreSQL writes a record (quoted where needed, so unambiguous).
CREATE FUNCTION operators.audit_hash(p_previous bytea, e operators.audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(p_previous || convert_to(ROW(e.seq, e.at_ms, e.operator_id, e.action, e.subject, e.customer_id, e.reason, e.details)::text, 'UTF8'))
$$;

CREATE FUNCTION operators.append_audit(
  p_at_ms bigint, p_operator_id uuid, p_action text, p_subject text, p_customer_id uuid, p_reason text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  h operators.audit_head;
  e operators.audit_log;
BEGIN
  SELECT * INTO h FROM operators.audit_head FOR UPDATE;
  -- Time never goes back along the chain.
  e := ROW(h.seq + 1, greatest(p_at_ms, h.at_ms), p_operator_id, p_action, p_subject, p_customer_id, p_reason, p_details, NULL);
  e.hash := operators.audit_hash(h.hash, e);
  INSERT INTO operators.audit_log SELECT e.*;
  UPDATE operators.audit_head SET seq = e.seq, at_ms = e.at_ms, hash = e.hash;
  RETURN e.seq;
END $$;

-- Entries that are missing, altered or not where the head says: none, where nobody tampered.
CREATE FUNCTION operators.find_audit_breaks() RETURNS TABLE (seq bigint, problem text) LANGUAGE sql STABLE AS $$
  WITH entries AS (
    SELECT l AS entry, l.seq, l.hash,
      lag(l.seq, 1, 0::bigint) OVER (ORDER BY l.seq) AS previous_seq,
      lag(l.hash, 1, sha256(convert_to('operators audit log', 'UTF8'))) OVER (ORDER BY l.seq) AS previous_hash
    FROM operators.audit_log l
  )
  SELECT e.seq, CASE WHEN e.seq <> e.previous_seq + 1 THEN 'entries before it are missing' ELSE 'its hash does not fit' END
  FROM entries e
  WHERE e.seq <> e.previous_seq + 1 OR e.hash <> operators.audit_hash(e.previous_hash, e.entry)
  UNION ALL
  SELECT h.seq, 'the newest entry is not the one that was written last'
  FROM operators.audit_head h
  WHERE h.seq <> coalesce((SELECT max(l.seq) FROM operators.audit_log l), 0)
    OR h.hash <> coalesce((SELECT l.hash FROM operators.audit_log l ORDER BY l.seq DESC LIMIT 1), sha256(convert_to('operators audit log', 'UTF8')))
$$;

-- Money actions that wait for a second operator.
CREATE TABLE operators.approval (
  id uuid PRIMARY KEY,
  action text NOT NULL,
  subject text NOT NULL,
  customer_id uuid,
  asset text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 500),
  input jsonb NOT NULL,
  proposed_by uuid NOT NULL REFERENCES operators.person (id),
  proposed_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'rejected')),
  decided_by uuid REFERENCES operators.person (id),
  decided_at_ms bigint,
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  CONSTRAINT approval_decided CHECK ((state = 'waiting') = (decided_by IS NULL) AND (state = 'waiting') = (decided_at_ms IS NULL)),
  -- Whoever proposes can take it back, never approve it.
  CONSTRAINT approval_by_another CHECK (state <> 'approved' OR decided_by <> proposed_by)
);
CREATE INDEX approval_waiting ON operators.approval (proposed_at_ms) WHERE state = 'waiting';
CREATE INDEX approval_by_time ON operators.approval (proposed_at_ms, id);

-- Every value that a setting ever had; the newest version counts.
CREATE TABLE operators.setting (
  key text NOT NULL CHECK (key ~ '^[a-z][a-zA-Z.]{1,60}$'),
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  changed_by uuid NOT NULL REFERENCES operators.person (id),
  changed_at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (key, version)
);
CREATE TRIGGER setting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operators.setting
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

CREATE TABLE operators.announcement (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 2000),
  -- Shown until it is closed by hand, and above all others.
  must_see boolean NOT NULL,
  from_ms bigint NOT NULL,
  until_ms bigint CHECK (until_ms > from_ms),
  published_by uuid NOT NULL REFERENCES operators.person (id),
  published_at_ms bigint NOT NULL,
  withdrawn_at_ms bigint
);
CREATE INDEX announcement_by_time ON operators.announcement (from_ms);

-- What visitors and customers wrote on the contact page. Who they are, and their words, are encrypted.
CREATE TABLE operators.message (
  id uuid PRIMARY KEY,
  name_sealed bytea NOT NULL,
  email_sealed bytea NOT NULL,
  subject_sealed bytea NOT NULL,
  content_sealed bytea NOT NULL,
  received_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  answer_sealed bytea,
  decided_by uuid REFERENCES operators.person (id),
  decided_at_ms bigint,
  CONSTRAINT message_decided CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'answered') = (answer_sealed IS NOT NULL))
);
CREATE INDEX message_by_time ON operators.message (state, received_at_ms);
