-- Stored rows can't be changed: a trigger stops everyone, and missing privileges stop everyone but superusers.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE OR REPLACE TRIGGER batches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.batches
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE OR REPLACE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE OR REPLACE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON ledger.heads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
