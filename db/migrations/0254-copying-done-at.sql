-- When a copy was worked out. From then on it stays as it is. Copies that were worked out before this column have none.
ALTER TABLE copying.copies ADD COLUMN done_at_ms bigint;
