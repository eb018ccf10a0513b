-- `npm run keys:rotate` replaces the encrypted form of a chain's last seed, as the owner of the table and with
-- `tallystick.reseal` set. Commitments never change.
CREATE OR REPLACE FUNCTION markets.keep_seed_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_kept markets.seed_chains := new;
BEGIN
  v_kept.sealed_last_seed := old.sealed_last_seed;
  IF v_kept IS DISTINCT FROM old OR current_setting('tallystick.reseal', true) IS DISTINCT FROM 'on'
    OR NOT pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = tg_relid), 'MEMBER') THEN
    RAISE EXCEPTION 'chain of seeds % was committed to and is never changed', old.id;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER seed_chains_keep BEFORE UPDATE ON markets.seed_chains FOR EACH ROW
  EXECUTE FUNCTION markets.keep_seed_chain();
