-- Announcements for signed-in customers only, or for readers of one language.
ALTER TABLE operators.announcement ADD COLUMN audience text NOT NULL DEFAULT 'everyone'
  CHECK (audience IN ('everyone', 'customers'));
ALTER TABLE operators.announcement ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
