-- Keyed hashes of the beginnings of each word of a customer's name, by which operators with the permission
-- customers.names search. Like person_mark, they are looked up across shards. Erased with the account.
CREATE TABLE identity.name_token (
  token bytea NOT NULL CHECK (length(token) = 16),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  PRIMARY KEY (token, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
CREATE INDEX name_token_of_customer ON identity.name_token (shard, customer_id);
