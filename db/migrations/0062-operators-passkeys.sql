-- Passkeys of operators: both factors in one, and a way in that failed tries of others can't block.
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

-- What an operator recognises a session by.
ALTER TABLE operators.session ADD COLUMN network text NOT NULL DEFAULT '', ADD COLUMN browser text NOT NULL DEFAULT '';
ALTER TABLE operators.session ALTER COLUMN network DROP DEFAULT, ALTER COLUMN browser DROP DEFAULT;

-- Sliding windows in place of a count that one try an hour kept growing.
CREATE TABLE operators.throttle (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  tries_ms bigint[] NOT NULL,
  keep_until_ms bigint NOT NULL
);
CREATE INDEX throttle_by_end ON operators.throttle (keep_until_ms);
DROP TABLE operators.failures;
