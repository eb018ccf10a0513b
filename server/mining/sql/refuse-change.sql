-- Throws for every changed or deleted row: parameters, their corrections and paid days never change.
CREATE OR REPLACE FUNCTION mining.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'mining: % is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER parameters_append_only BEFORE UPDATE OR DELETE ON mining.parameters FOR EACH ROW
  EXECUTE FUNCTION mining.refuse_change();
CREATE OR REPLACE TRIGGER days_append_only BEFORE UPDATE OR DELETE ON mining.days FOR EACH ROW
  EXECUTE FUNCTION mining.refuse_change();
CREATE OR REPLACE TRIGGER parameter_corrections_append_only BEFORE UPDATE OR DELETE ON mining.parameter_corrections
  FOR EACH ROW EXECUTE FUNCTION mining.refuse_change();
