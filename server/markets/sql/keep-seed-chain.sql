-- Allows one change only: `npm run keys:rotate`, which runs as the table's owner and sets `tallystick.reseal`, may
-- replace a seed chain's encrypted last seed. Commitments never change.
CREATE OR REPLACE FUNCTION markets.keep_seed_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_kept markets.seed_chains := new;
BEGIN
  v_kept.sealed_last_seed := old.sealed_last_seed;
  IF v_kept IS DISTINCT FROM old OR current_setting('tallystick.reseal', true) IS DISTINCT FROM 'on'
    OR NOT pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = tg_relid), 'MEMBER') THEN
    RAISE EXCEPTION 'seed chain % is a commitment and is never changed', old.id;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER seed_chains_keep BEFORE UPDATE ON markets.seed_chains FOR EACH ROW
  EXECUTE FUNCTION markets.keep_seed_chain();
