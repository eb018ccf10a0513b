-- A plan is what a deposit pays for. The transaction that is to be signed is a draft.
ALTER TABLE payments.sends RENAME COLUMN plan TO draft;
