-- A statement of solvency also publishes the newest hash of the audit log, so that a log whose end is cut off shows: {entries, hash}.
-- Earlier statements have none.
ALTER TABLE proofs.statements ADD COLUMN audit jsonb;
