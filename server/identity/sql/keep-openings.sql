-- Throws insufficient_privilege for every change to the record of who viewed a picture, so that the customer can rely
-- on it.
CREATE OR REPLACE FUNCTION identity.keep_openings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'identity.% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER document_opening_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity.document_opening
  FOR EACH STATEMENT EXECUTE FUNCTION identity.keep_openings();
