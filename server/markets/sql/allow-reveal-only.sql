-- A commitment never changes; the seed of an hour is revealed once.
CREATE OR REPLACE FUNCTION markets.allow_reveal_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.seed IS NOT NULL OR new.seed IS NULL
    OR (new.chain_id, new.hour, new.commitment, new.state) IS DISTINCT
      FROM (old.chain_id, old.hour, old.commitment, old.state) THEN
    RAISE EXCEPTION 'the record of %.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER simulated_hours_reveal BEFORE UPDATE ON markets.simulated_hours
  FOR EACH ROW EXECUTE FUNCTION markets.allow_reveal_only();
