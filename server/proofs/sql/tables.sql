-- Daily statements of solvency: what customers were owed at one moment, as a Merkle sum tree
-- (server/proofs/sum-tree.ts).
CREATE SCHEMA proofs;

CREATE TABLE proofs.statements (
  day date PRIMARY KEY,
  at_ms bigint NOT NULL,
  root text NOT NULL CHECK (length(root) = 64),
  customers int NOT NULL CHECK (customers >= 0),
  -- [{asset, owedMinor, heldMinor, heldAs}]; amounts as text.
  assets jsonb NOT NULL,
  -- [{shard, batch, hash}]
  heads jsonb NOT NULL,
  -- Newest hash of the audit log, so that a log whose end was cut off is detected: {entries, hash}. Earlier statements
  -- have none.
  audit jsonb
);

-- The leaves of a statement in the tree's order. Kept only for the newest statements.
CREATE TABLE proofs.leaves (
  day date NOT NULL REFERENCES proofs.statements (day) ON DELETE CASCADE,
  place int NOT NULL,
  customer_id uuid NOT NULL,
  salt text NOT NULL,
  totals text NOT NULL,
  PRIMARY KEY (day, place)
);
CREATE INDEX leaves_customer ON proofs.leaves (day, customer_id);

-- State of rows that no longer change, so that a later change is detected. A seal covers the rows of its name whose
-- last change was before `to_ms` and, after an earlier seal of this name, not before that one's `to_ms`. An entry of
-- the audit log contains the digest of all seals of a time. `digests` has the number and hash of the rows of each part,
-- such as a shard.
CREATE TABLE proofs.seals (
  name text NOT NULL,
  to_ms bigint NOT NULL,
  digests jsonb NOT NULL,
  PRIMARY KEY (name, to_ms)
);
