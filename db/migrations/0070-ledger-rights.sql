-- The application writes the ledger through its functions only: they run as their owner, and the application's role may read the
-- tables. See docs/decisions/0022-database-roles.md; server/platform/database-rights.ts grants what these comments name.
COMMENT ON TABLE ledger.transfers IS 'rights: SELECT';
COMMENT ON TABLE ledger.batches IS 'rights: SELECT';
COMMENT ON TABLE ledger.accounts IS 'rights: SELECT';
COMMENT ON TABLE ledger.heads IS 'rights: SELECT';
COMMENT ON TABLE ledger.assets IS 'rights: SELECT';
COMMENT ON TABLE ledger.house_codes IS 'rights: SELECT';
COMMENT ON TABLE ledger.kinds IS 'rights: SELECT';
COMMENT ON TABLE ledger.checkpoints IS 'rights: INSERT, SELECT, UPDATE';

ALTER FUNCTION ledger.post_transfers(bigint, ledger.new_transfer[]) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.post_transfers(smallint, bigint, ledger.new_transfer[]) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION ledger.post_plain(bigint, text, ledger.plain_accounts, ledger.plain_kinds, ledger.plain_transfers) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
