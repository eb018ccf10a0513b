-- Codes of an address are kept by who asked for them, so that a stranger who asks for one doesn't replace the owner's.
DELETE FROM identity.mail_code;
ALTER TABLE identity.mail_code
  ADD COLUMN requester_hash bytea NOT NULL CHECK (length(requester_hash) = 32),
  DROP CONSTRAINT mail_code_pkey,
  ADD PRIMARY KEY (address_hash, purpose, requester_hash);

-- Wrong mailed codes of the whole installation, by the hour.
CREATE TABLE identity.wrong_code (
  hour_ms bigint PRIMARY KEY,
  count integer NOT NULL CHECK (count > 0)
);
