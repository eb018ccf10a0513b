-- Yield plans can be added, changed and taken out of the lists. A retired one stays: contracts that run follow its announcements.
ALTER TABLE farming.plans ADD COLUMN retired_at_ms bigint;
ALTER TABLE farming.plans DROP CONSTRAINT plans_name_key;
CREATE UNIQUE INDEX plans_named_once ON farming.plans (lower(name)) WHERE retired_at_ms IS NULL;
