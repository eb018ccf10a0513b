-- The customer who was signed in when the message was written. Erased with the rest of the message, or when the account is closed.
ALTER TABLE operators.message
  ADD COLUMN customer_id uuid,
  ADD CONSTRAINT message_customer_erased CHECK (erased_at_ms IS NULL OR customer_id IS NULL);
CREATE INDEX message_of_customer ON operators.message (customer_id) WHERE customer_id IS NOT NULL;
