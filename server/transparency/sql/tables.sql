-- The transparency log: an append-only Merkle tree over everything that the installation commits to, in the
-- formats of https://c2sp.org (signed notes, checkpoints, tiles). Design: docs/spec/proof.md.
CREATE SCHEMA transparency;

-- Entries that other modules add in the transaction of what they describe. The sequencer moves them to the log.
CREATE TABLE transparency.queued (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry text NOT NULL CHECK (octet_length(entry) BETWEEN 1 AND 65535)
);

-- The log's entries by their index in the tree, without gaps. Never changed or deleted.
CREATE TABLE transparency.entries (
  index bigint PRIMARY KEY CHECK (index >= 0),
  entry text NOT NULL CHECK (octet_length(entry) BETWEEN 1 AND 65535),
  -- What the entry describes, for finding it: a source and its position there. Null if a module queued the entry.
  source text,
  part text,
  position bigint,
  CHECK ((source IS NULL) = (part IS NULL) AND (source IS NULL) = (position IS NULL))
);
CREATE UNIQUE INDEX entry_of_source ON transparency.entries (source, part, position) WHERE source IS NOT NULL;

-- The tree's hashes as tiles of up to 256: at level 0 the hashes of entries, above it those of full tiles below. A tile
-- only grows.
CREATE TABLE transparency.tiles (
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 7),
  index bigint NOT NULL CHECK (index >= 0),
  hashes bytea NOT NULL CHECK (length(hashes) BETWEEN 32 AND 8192 AND length(hashes) % 32 = 0),
  PRIMARY KEY (level, index)
);

-- The tree's sizes and roots after each run of the sequencer, written before the log's key signs them, so that a size
-- never has two roots. `signed` is the checkpoint with the log's signature.
CREATE TABLE transparency.checkpoints (
  size bigint PRIMARY KEY CHECK (size >= 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  at_ms bigint NOT NULL,
  signed text
);
CREATE INDEX checkpoint_signed ON transparency.checkpoints (size) WHERE signed IS NOT NULL;

-- How far the log has read what a source stores in order, such as the batches of a shard of the ledger.
CREATE TABLE transparency.positions (
  source text NOT NULL,
  part text NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (source, part)
);

-- The log's name and its keys. A key signs checkpoints from `from_size` until another key follows.
CREATE TABLE transparency.log_keys (
  verifier_key text NOT NULL,
  from_size bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (at_ms, verifier_key)
);
