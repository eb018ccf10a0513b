-- A chain without another word is a blockchain.
ALTER TABLE markets.simulated_hours RENAME COLUMN chain_id TO seed_chain_id;
ALTER TABLE markets.simulated_hours
  RENAME CONSTRAINT simulated_hours_chain_id_fkey TO simulated_hours_seed_chain_id_fkey;
-- Replaced by markets.extend_hash_chains.
DROP TRIGGER IF EXISTS ticks_extend_chains ON markets.ticks;
DROP FUNCTION IF EXISTS markets.extend_chains();
