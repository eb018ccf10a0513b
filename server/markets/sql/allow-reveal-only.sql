-- A commitment never changes. The seed of an hour is set once, when it is revealed.
CREATE OR REPLACE FUNCTION markets.allow_reveal_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.seed IS NOT NULL OR new.seed IS NULL
    OR (new.seed_chain_id, new.hour, new.commitment, new.state) IS DISTINCT
      FROM (old.seed_chain_id, old.hour, old.commitment, old.state) THEN
    RAISE EXCEPTION '%.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER simulated_hours_reveal BEFORE UPDATE ON markets.simulated_hours
  FOR EACH ROW EXECUTE FUNCTION markets.allow_reveal_only();
