-- Throws insufficient_privilege for every deleted limit, and every changed or deleted pause: nobody can end a pause
-- early.
CREATE OR REPLACE FUNCTION limits.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'limits.%: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER own_limit_stays BEFORE DELETE OR TRUNCATE ON limits.own_limit FOR EACH STATEMENT
  EXECUTE FUNCTION limits.refuse_change();
CREATE OR REPLACE TRIGGER pause_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON limits.pause FOR EACH STATEMENT
  EXECUTE FUNCTION limits.refuse_change();
