-- Which wording of the terms a customer accepted, of which privacy policy they were informed, and that they declared to be 18 or older.
-- Stays after the account is closed: it shows who the customer was to nobody.
CREATE TABLE identity.acceptance (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  document text NOT NULL CHECK (document IN ('terms', 'privacy', 'adult')),
  -- The day of the wording (contract/legal-documents.ts); of 'adult' the age that was declared.
  version text NOT NULL CHECK (length(version) BETWEEN 1 AND 20),
  at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, document, version),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
