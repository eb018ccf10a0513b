-- What the rows that no longer change were at a time, so that a later change shows. A seal covers the rows of its name that took their last change
-- before `to_ms` and, where there is an earlier seal of this name, not before that one's `to_ms`. An entry of the audit log holds the digest of all
-- seals of a time. `digests` has for each part with rows, such as a shard, their number and a hash.
CREATE TABLE proofs.seals (
  name text NOT NULL,
  to_ms bigint NOT NULL,
  digests jsonb NOT NULL,
  PRIMARY KEY (name, to_ms)
);
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE ON proofs.seals FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();
