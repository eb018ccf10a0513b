-- Settlement returns more figures, so PostgreSQL can't replace these functions.
DROP FUNCTION IF EXISTS trading.settle_due(smallint[], bigint, text[], bigint[], int, uuid[], uuid[], int);
DROP FUNCTION IF EXISTS trading.pay_settled(
  bigint, smallint[], uuid[], text[], int[], bigint[], uuid[], trading.state[], bigint[], bigint[]);
