-- SECRET_KEY can be replaced. Each key that something may be encrypted under has a row; `retired_at_ms` is set once `npm run keys:rotate` has
-- re-encrypted everything. A fingerprint is an HMAC of a constant and reveals nothing of the key.
CREATE TABLE platform.secret_keys (
  fingerprint bytea PRIMARY KEY CHECK (length(fingerprint) = 32),
  -- Null for a key from before keys could be replaced.
  since_ms bigint,
  retired_at_ms bigint
);
INSERT INTO platform.secret_keys (fingerprint) SELECT fingerprint FROM platform.key_fingerprint;
DROP TABLE platform.key_fingerprint;
COMMENT ON TABLE platform.secret_keys IS 'rights: INSERT, SELECT';

-- The root of all keyed hashes, encrypted under SECRET_KEY. It never changes, because what was hashed can't be hashed a second time.
CREATE TABLE platform.look_up_root (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  root_sealed bytea NOT NULL
);
COMMENT ON TABLE platform.look_up_root IS 'rights: INSERT, SELECT';

-- Mails that wait for the mail server, encrypted. A row is written in the transaction of what the mail is about, and deleted once it is sent.
CREATE TABLE platform.mails (
  id uuid PRIMARY KEY,
  mail_sealed bytea NOT NULL
);
-- Mails that waited in their jobs, where nothing could re-encrypt them.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    EXECUTE $move$
      INSERT INTO platform.mails (id, mail_sealed)
      SELECT (j.payload->>'id')::uuid, decode(j.payload->>'sealed', 'base64') FROM graphile_worker._private_jobs j
      WHERE j.payload->>'sealed' IS NOT NULL AND j.task_id = (SELECT t.id FROM graphile_worker._private_tasks t WHERE t.identifier = 'send mail')
      ON CONFLICT DO NOTHING$move$;
  END IF;
END $$;
