-- Whether the customer proved the email by a mailed code. Operators can also set one; a reset of the password then proves it.
ALTER TABLE identity.customer ADD COLUMN email_proven boolean NOT NULL DEFAULT true;

-- Proven emails that an account had before, for the customer's export.
CREATE TABLE identity.former_email (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id, id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
