-- After operators changed the email of an account, nothing can be withdrawn until this time, so that its owner can object.
ALTER TABLE identity.customer ADD COLUMN payouts_wait_until timestamp with time zone;

-- Customers prove a new address before it replaces the present one.
ALTER TABLE identity.mail_code
  DROP CONSTRAINT mail_code_purpose_check,
  ADD CONSTRAINT mail_code_purpose_check CHECK (purpose IN ('register', 'reset', 'email'));

-- The new address that an operator proposes for an account, until a second operator decides. Only the newest one counts.
CREATE TABLE identity.email_proposal (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (shard, customer_id),
  FOREIGN KEY (shard, customer_id) REFERENCES identity.customer (shard, id)
);
