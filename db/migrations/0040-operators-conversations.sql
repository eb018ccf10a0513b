-- Contact messages are shown as conversations, and operators write replies from templates.
ALTER TABLE operators.message ADD COLUMN email_hash bytea CHECK (length(email_hash) = 32);
ALTER TABLE operators.message ADD COLUMN thread text NOT NULL
  GENERATED ALWAYS AS (coalesce(customer_id::text, encode(email_hash, 'hex'), id::text)) STORED;
ALTER TABLE operators.message
  ADD CONSTRAINT message_email_hash_erased CHECK (erased_at_ms IS NULL OR email_hash IS NULL);
CREATE INDEX message_of_thread ON operators.message (thread, received_at_ms);

CREATE TABLE operators.reply_template (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  words text NOT NULL CHECK (length(words) BETWEEN 2 AND 5000),
  changed_by uuid NOT NULL REFERENCES operators.person (id),
  changed_at_ms bigint NOT NULL
);
CREATE UNIQUE INDEX reply_template_by_name ON operators.reply_template (lower(name));
