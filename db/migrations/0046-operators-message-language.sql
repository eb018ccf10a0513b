-- The language of the page on which a contact message was written, in which it is answered.
ALTER TABLE operators.message ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE operators.message ALTER COLUMN language DROP DEFAULT;
