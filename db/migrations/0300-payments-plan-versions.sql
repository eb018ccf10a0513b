-- What each plan offered from when on. A version applies until the next one of its plan. `is_offered` is false from when the
-- plan was retired.
CREATE TABLE payments.plan_versions (
  plan_id text NOT NULL REFERENCES payments.plans,
  -- 0: the plan as it was when this history began. What it offered earlier wasn't kept.
  version int NOT NULL CHECK (version >= 0),
  from_ms bigint NOT NULL,
  account text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  coin text,
  hashes_per_s bigint,
  is_offered boolean NOT NULL,
  PRIMARY KEY (plan_id, version)
);

-- Earlier changes have no time, but a deposit keeps the terms that its plan had. The present terms apply since the last deposit
-- with others, and since the beginning if there is none.
INSERT INTO payments.plan_versions
SELECT p.id, 0, coalesce(other.last_ms + 1, 0), p.account, p.name, p.amount_minor, p.coin, p.hashes_per_s, true
FROM payments.plans p
CROSS JOIN LATERAL (
  SELECT max(d.quoted_at_ms) AS last_ms FROM payments.deposits d
  WHERE d.plan_id = p.id AND p.account = 'mining'
    AND (d.plan, d.mining_coin, d.terms ->> 'hashesPerS', d.terms ->> 'planPriceMinor')
      IS DISTINCT FROM (p.name, p.coin, p.hashes_per_s::text, p.amount_minor::text)
) other;

INSERT INTO payments.plan_versions
SELECT v.plan_id, 1, greatest(v.from_ms, p.retired_at_ms), v.account, v.name, v.amount_minor, v.coin, v.hashes_per_s, false
FROM payments.plan_versions v JOIN payments.plans p ON p.id = v.plan_id WHERE p.retired_at_ms IS NOT NULL;

CREATE FUNCTION payments.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'payments: % is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER plan_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments.plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change();
