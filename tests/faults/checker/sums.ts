import type { Client } from 'pg'
import type { Finding } from './findings.ts'

/** Changes to account balances. Pending and void transfers only hold or release money. */
const sides = `
  SELECT shard, debit_owner AS owner, debit_code AS code, asset, -amount_minor AS change FROM ledger.transfers
  WHERE phase IS NULL OR phase = 'post'
  UNION ALL SELECT shard, credit_owner, credit_code, asset, amount_minor FROM ledger.transfers
  WHERE phase IS NULL OR phase = 'post'`

/** Each query returns the violations of one rule, as `subject` and `detail`. */
const rules = {
  'each asset sums to zero': `
    SELECT asset AS subject, sum(balance)::text AS detail FROM (
      SELECT asset, balance_minor AS balance FROM ledger.accounts
      UNION ALL SELECT asset, change FROM (${sides}) s WHERE owner IS NULL) b
    GROUP BY asset HAVING sum(balance) <> 0`,
  'no balance is negative': `
    SELECT owner || ' ' || code AS subject, balance_minor::text AS detail FROM ledger.accounts
    WHERE balance_minor < 0 OR reserved_minor < 0 OR reserved_minor > balance_minor`,
  'a balance is the sum of its transfers': `
    SELECT owner || ' ' || code || ' ' || asset AS subject,
      coalesce(a.balance_minor, 0) || ' stored, ' || coalesce(t.balance, 0) || ' moved' AS detail
    FROM ledger.accounts a
    FULL JOIN (
      SELECT shard, owner, code, asset, sum(change) AS balance FROM (${sides}) s WHERE owner IS NOT NULL
      GROUP BY 1, 2, 3, 4
    ) t USING (shard, owner, code, asset)
    WHERE coalesce(a.balance_minor, 0) <> coalesce(t.balance, 0)`,
  'open stakes equal the escrow': `
    SELECT coalesce(o.asset, e.asset) AS subject,
      coalesce(open, 0) || ' at stake, ' || coalesce(escrow, 0) || ' held' AS detail
    FROM (SELECT asset, sum(stake_minor) AS open FROM trading.trades WHERE state = 'OPEN' GROUP BY asset) o
    FULL JOIN (
      SELECT asset, sum(change) AS escrow FROM (${sides}) s WHERE owner IS NULL AND code = 'stakes' GROUP BY asset
    ) e USING (asset)
    WHERE coalesce(open, 0) <> coalesce(escrow, 0)`,
  'a trade is settled once': `
    SELECT reference::text AS subject, kind || ' ' || count(*) || ' times' AS detail FROM ledger.transfers
    WHERE kind IN ('stake', 'stake_return', 'void_return', 'profit', 'loss')
    GROUP BY shard, reference, kind HAVING count(*) > 1`,
}

/**
 * Checks the sums of the whole ledger. Run it in a repeatable read transaction, because orders and settlement continue.
 */
export async function checkSums(client: Client): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await client.query<{ subject: string; detail: string }>(text)
    findings.push(
      ...rows
        .slice(0, 20)
        .map(({ subject, detail }): Finding => ({ fault: 'sums', subject: `${rule}: ${subject}`, detail })),
    )
  }
  return findings
}
