-- A completed payment of ours that has left the chain again, and one that lies so deep that nobody looks any more.
ALTER TABLE payments.sends ADD COLUMN vanished_at_ms bigint, ADD COLUMN buried_at_ms bigint;
CREATE INDEX sends_unburied ON payments.sends (coin) WHERE state = 'confirmed' AND buried_at_ms IS NULL;

-- A payment that passes the customer's own deposit limit waits here until the limit allows it.
ALTER TABLE payments.chain_payments ADD COLUMN held_at_ms bigint;
ALTER TABLE payments.chain_payments ADD CONSTRAINT held_or_credited CHECK (held_at_ms IS NULL OR credited_minor IS NULL);

-- Why a credited deposit began no contract: its customer had taken a pause.
ALTER TABLE payments.deposits ADD COLUMN not_begun text CHECK (not_begun IN ('paused'));
