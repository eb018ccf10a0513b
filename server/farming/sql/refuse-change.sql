-- Throws for every changed or deleted row: announced rates and paid weeks never change.
CREATE OR REPLACE FUNCTION farming.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'farming: % is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER rates_append_only BEFORE UPDATE OR DELETE ON farming.rates FOR EACH ROW
  EXECUTE FUNCTION farming.refuse_change();
CREATE OR REPLACE TRIGGER weeks_append_only BEFORE UPDATE OR DELETE ON farming.weeks FOR EACH ROW
  EXECUTE FUNCTION farming.refuse_change();
