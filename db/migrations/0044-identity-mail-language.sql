-- The language in which a customer is written to. Accounts of before were written to in English.
ALTER TABLE identity.customer ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE identity.customer ALTER COLUMN language DROP DEFAULT;
