-- Throws for every statement that would change a stored version of a plan: contracts refer to its terms.
CREATE OR REPLACE FUNCTION payments.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'payments: % is append-only', TG_TABLE_NAME; END $$;

CREATE OR REPLACE TRIGGER plan_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments.plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change();
