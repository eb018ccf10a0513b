-- Throws for every change to stored ticks and seams, for every change that would move a symbol's head back, and for
-- every deletion of heads or of the simulated market's seeds and commitments.
CREATE OR REPLACE FUNCTION markets.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;

-- A row-level trigger, because partitions inherit only row-level triggers.
CREATE OR REPLACE TRIGGER ticks_append_only BEFORE UPDATE OR DELETE ON markets.ticks
  FOR EACH ROW EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER ticks_stay BEFORE TRUNCATE ON markets.ticks
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER heads_go_forward BEFORE UPDATE ON markets.heads FOR EACH ROW
  WHEN (new.symbol <> old.symbol OR new.seq < old.seq OR new.at_ms < old.at_ms OR new.complete_ms < old.complete_ms
    OR (new.seq = old.seq AND new.hash <> old.hash))
  EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON markets.heads
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER simulated_hours_stay BEFORE DELETE OR TRUNCATE ON markets.simulated_hours
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER seed_chains_stay BEFORE DELETE OR TRUNCATE ON markets.seed_chains FOR EACH STATEMENT
  EXECUTE FUNCTION markets.refuse_change();
CREATE OR REPLACE TRIGGER seams_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets.seams FOR EACH STATEMENT
  EXECUTE FUNCTION markets.refuse_change();
