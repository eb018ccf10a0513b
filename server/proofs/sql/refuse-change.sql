-- A published statement never changes.
CREATE OR REPLACE FUNCTION proofs.refuse_change(
  
) RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'proofs: % is append-only', TG_TABLE_NAME; END $$;

CREATE OR REPLACE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON proofs.statements FOR EACH ROW
  EXECUTE FUNCTION proofs.refuse_change();
CREATE OR REPLACE TRIGGER seals_append_only BEFORE UPDATE OR DELETE ON proofs.seals FOR EACH ROW
  EXECUTE FUNCTION proofs.refuse_change();
