-- Daily statements of solvency: the amounts owed to customers at a single moment, as a Merkle sum tree
-- (server/proofs/sum-tree.ts).
CREATE SCHEMA proofs;

-- A day's statement of solvency as published. The daily job adds it; it never changes and is kept.
CREATE TABLE proofs.statements (
  day date PRIMARY KEY,
  at_ms bigint NOT NULL,
  root text NOT NULL CHECK (length(root) = 64),
  customers int NOT NULL CHECK (customers >= 0),
  -- [{asset, owedMinor, heldMinor, heldAs}], with amounts as text.
  assets jsonb NOT NULL,
  -- [{shard, batch, hash}]
  heads jsonb NOT NULL,
  -- The size and newest hash of the audit log, which reveal a truncated log: {entries, hash}. Statements that predate
  -- this column have none.
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

-- Digests of rows that no longer change, which reveal a later change. A seal covers the rows with its name that last
-- changed before `to_ms` and not before the `to_ms` of the previous seal with that name. An entry in the audit log
-- contains the digest of all seals made at one time. `digests` contains the number of rows and their hash for each
-- part, such as a shard.
CREATE TABLE proofs.seals (
  name text NOT NULL,
  to_ms bigint NOT NULL,
  digests jsonb NOT NULL,
  PRIMARY KEY (name, to_ms)
);
