-- Throws insufficient_privilege for every change to the tables below: a customer's code and referrers are recorded once
-- and never change.
CREATE OR REPLACE FUNCTION affiliates.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'affiliates.%: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER code_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliates.code FOR EACH STATEMENT
  EXECUTE FUNCTION affiliates.refuse_change();
CREATE OR REPLACE TRIGGER member_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliates.member FOR EACH STATEMENT
  EXECUTE FUNCTION affiliates.refuse_change();
CREATE OR REPLACE TRIGGER referral_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON affiliates.referral FOR EACH STATEMENT
  EXECUTE FUNCTION affiliates.refuse_change();
