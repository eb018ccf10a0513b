-- Marks by which the accounts of one person are recognised: keyed hashes of an address, and of a phone number with a name
-- (server/identity/same-person/marks.ts). They outlast a closed account for as long as a pause, a flag or the practice grant does.
-- Like `address` they are looked up across shards.
CREATE TABLE identity.person_mark (
  mark bytea NOT NULL CHECK (length(mark) = 32),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- Set where this account was given the practice grant.
  granted_at_ms bigint,
  PRIMARY KEY (mark, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX person_mark_of_customer ON identity.person_mark (shard, customer_id);
