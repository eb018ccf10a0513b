-- One passkey belongs to one account (WebAuthn level 3, 7.1, step 26). Passkeys are spread over the shards, so their ids are kept
-- once more where the database can compare all of them.
CREATE TABLE identity.credential (
  credential_hash bytea PRIMARY KEY CHECK (length(credential_hash) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  passkey_id uuid NOT NULL,
  FOREIGN KEY (shard, passkey_id) REFERENCES identity.passkey (shard, id) ON DELETE CASCADE
);
CREATE INDEX credential_by_passkey ON identity.credential (shard, passkey_id);
-- Of two accounts with the same passkey, the older one keeps its entry.
INSERT INTO identity.credential (credential_hash, shard, passkey_id)
SELECT sha256(credential_id), shard, id FROM identity.passkey ORDER BY created_at, id
ON CONFLICT (credential_hash) DO NOTHING;

-- A session that was handed over ends with the session that handed it over. root_id is the first session of the chain.
ALTER TABLE identity.session ADD COLUMN parent_id uuid, ADD COLUMN root_id uuid;
UPDATE identity.session SET root_id = id;
-- Nobody can say which session an old one was handed over by, so it ends now.
DELETE FROM identity.session WHERE method = 'handover';
ALTER TABLE identity.session ALTER COLUMN root_id SET NOT NULL,
  ADD CONSTRAINT session_parent_fkey FOREIGN KEY (shard, parent_id) REFERENCES identity.session (shard, id) ON DELETE CASCADE,
  ADD CHECK ((parent_id IS NULL) = (root_id = id)),
  -- Every change of the password asks for the present one, however young the session is.
  DROP COLUMN authenticated_at;
CREATE INDEX session_by_parent ON identity.session (shard, parent_id) WHERE parent_id IS NOT NULL;
