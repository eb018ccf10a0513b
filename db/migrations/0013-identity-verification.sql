-- Identity documents and profile photos. The pictures themselves are encrypted files outside the database
-- (server/platform/files.ts); here stands whose they are, how they were decided, and who looked at them.

CREATE TABLE identity.verification (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('Passport', 'Drivers License', 'National ID')),
  -- contract/verification.ts, `verificationMoves`; a customer without a row is unverified.
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
-- One that waits or stands a customer: of two sent at once, one is refused.
CREATE UNIQUE INDEX verification_standing ON identity.verification (shard, customer_id) WHERE state IN ('submitted', 'verified');
CREATE INDEX verification_by_customer ON identity.verification (shard, customer_id, sent_at_ms);
CREATE INDEX verification_waiting ON identity.verification (sent_at_ms) WHERE state = 'submitted';

-- One picture of a verification; its id is that of its file.
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

-- Who looked at a picture, when and why: the customer can read it, nobody can change it.
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

CREATE FUNCTION identity.keep_openings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'identity.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER document_opening_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity.document_opening
  FOR EACH STATEMENT EXECUTE FUNCTION identity.keep_openings();

-- A decision stands; only the end of the account comes after it.
CREATE FUNCTION identity.check_verification_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'withdrawn' OR (OLD.state <> 'submitted' AND NEW.state <> 'withdrawn') OR NEW.customer_id <> OLD.customer_id THEN
    RAISE EXCEPTION 'a verification goes from % to % never', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER verification_move BEFORE UPDATE ON identity.verification
  FOR EACH ROW EXECUTE FUNCTION identity.check_verification_move();

CREATE TABLE identity.profile_photo (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  set_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX profile_photo_by_file ON identity.profile_photo (file_id);
