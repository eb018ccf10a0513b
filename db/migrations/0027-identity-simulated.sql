-- Accounts that no person holds: the experts. They trade, are marked wherever they appear, and are never counted among customers.
ALTER TABLE identity.customer ADD COLUMN simulated boolean NOT NULL DEFAULT false;
