-- Daily statements of solvency: what customers were owed at one moment, as a Merkle sum tree (server/proofs/sum-tree.ts).
CREATE SCHEMA proofs;

CREATE TABLE proofs.statements (
  day date PRIMARY KEY,
  at_ms bigint NOT NULL,
  root text NOT NULL CHECK (length(root) = 64),
  customers int NOT NULL CHECK (customers >= 0),
  -- [{asset, owedMinor, heldMinor, heldAs}]; amounts as text.
  assets jsonb NOT NULL,
  -- [{shard, batch, hash}]
  heads jsonb NOT NULL
);
-- The leaves of a statement in the tree's order. Kept for the newest statements alone.
CREATE TABLE proofs.leaves (
  day date NOT NULL REFERENCES proofs.statements (day) ON DELETE CASCADE,
  place int NOT NULL,
  customer_id uuid NOT NULL,
  salt text NOT NULL,
  totals text NOT NULL,
  PRIMARY KEY (day, place)
);
CREATE INDEX leaves_customer ON proofs.leaves (day, customer_id);

-- A statement that was published is never changed.
CREATE FUNCTION proofs.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'proofs: % is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON proofs.statements FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();
