-- Before an order of an expert its copiers' accounts are looked at by the thousand: the few that are frozen or closed are found by themselves.
CREATE INDEX customer_held ON identity.customer (shard, id) WHERE frozen_by IS NOT NULL OR closed_at IS NOT NULL;
