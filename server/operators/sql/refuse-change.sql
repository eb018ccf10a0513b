-- Throws insufficient_privilege for every change to the audit log or a stored setting, and for deleting the head.
CREATE OR REPLACE FUNCTION operators.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operators.% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operators.audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();
CREATE OR REPLACE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON operators.audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();
CREATE OR REPLACE TRIGGER setting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operators.setting
  FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();
