import type pg from 'pg'
import type { Finding } from './findings.ts'

/** Makes a request to a node. Resolves with its result. */
type Node = <Answer>(method: string, params?: unknown[]) => Promise<Answer>
export type Coin = 'BTC' | 'ETH'
/** A node for each coin, and the external address that receives every withdrawal of the coin. */
export type Chains = Record<Coin, { node: Node; outside: string }>

const smallestUnits: Record<Coin, number> = { BTC: 8, ETH: 18 }
const coins = ['BTC', 'ETH'] as const

/**
 * Compares chains and ledger: the coins received at each deposit's address with the deposit's credits, and the coins
 * received at the external addresses with the withdrawals. `doubled`: credited without a payment, or paid more than
 * once. `lost`: a payment that isn't credited, or a withdrawal that isn't paid. Call it after everything is confirmed.
 * Shares no code with the product.
 */
export async function checkPayments(client: pg.Client, chains: Chains): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const coin of coins) {
    const arrived = await arrivedAt(coin, chains[coin].node)
    const { rows } = await client.query<{ scale: number }>('SELECT scale FROM ledger.assets WHERE asset = $1', [coin])
    const unitsOfMinor = 10n ** BigInt(smallestUnits[coin] - rows[0]!.scale)
    findings.push(
      ...(await checkCredits(client, coin, arrived, unitsOfMinor)),
      ...(await checkSends(client, coin, arrived.get(chains[coin].outside) ?? 0n, unitsOfMinor)),
    )
  }
  return findings
}

/** Returns the units that each address received in blocks of the active chain. */
async function arrivedAt(coin: Coin, node: Node): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  const add = (address: string | undefined, units: bigint) =>
    address && sums.set(address, (sums.get(address) ?? 0n) + units)
  if (coin === 'BTC') {
    const { blocks } = await node<{ blocks: number }>('getblockchaininfo')
    for (let height = 1; height <= blocks; height += 1) {
      type Output = { value: number; scriptPubKey: { address?: string } }
      const { tx } = await node<{ tx: { vout: Output[] }[] }>('getblock', [await node('getblockhash', [height]), 2])
      for (const { value, scriptPubKey } of tx.flatMap(({ vout }) => vout))
        add(scriptPubKey.address, BigInt(Math.round(value * 1e8)))
    }
    return sums
  }
  const tip = Number(await node<string>('eth_blockNumber'))
  for (let height = 1; height <= tip; height += 1) {
    const { transactions } = await node<{ transactions: { to: string | null; value: string }[] }>(
      'eth_getBlockByNumber',
      [`0x${height.toString(16)}`, true],
    )
    for (const { to, value } of transactions) add(to?.toLowerCase(), BigInt(value))
  }
  return sums
}

/**
 * Checks that a deposit's clearing account was debited once for each payment, and that the credited cash matches the
 * quote.
 */
async function checkCredits(
  client: pg.Client,
  coin: Coin,
  arrived: Map<string, bigint>,
  unitsOfMinor: bigint,
): Promise<Finding[]> {
  const net = (account: string) => `coalesce((
    SELECT sum(
      CASE WHEN t.debit_code = ${account} AND t.debit_owner IS NULL THEN t.amount_minor ELSE -t.amount_minor END)
    FROM ledger.transfers t
    WHERE t.reference = d.id AND t.kind = 'deposit' AND t.asset = d.coin AND (t.phase IS NULL OR t.phase = 'post')
      AND ((t.debit_owner IS NULL AND t.debit_code = ${account})
        OR (t.credit_owner IS NULL AND t.credit_code = ${account}))), 0)::text`
  const { rows } = await client.query<{
    id: string
    address: string
    coins: string
    quoted: string
    cash: string
    agreed: string
  }>(
    `SELECT d.id, lower(d.address) AS address, ${net(`'deposit_clearing'`)} AS coins, d.coin_minor::text AS quoted,
       d.amount_minor::text AS agreed, coalesce((
         SELECT sum(CASE WHEN t.credit_owner IS NOT NULL THEN t.amount_minor ELSE -t.amount_minor END)
         FROM ledger.transfers t
         WHERE t.reference = d.id AND t.kind = 'deposit' AND t.asset = d.asset
           AND coalesce(t.credit_owner, t.debit_owner) = d.customer_id), 0)::text AS cash
     FROM payments.deposits d WHERE d.coin = $1`,
    [coin],
  )
  return rows.flatMap(({ id, address, coins: credited, quoted, cash, agreed }): Finding[] => {
    const minor = (arrived.get(address) ?? 0n) / unitsOfMinor
    const subject = `deposit ${id} of ${coin}`
    const detail = `${minor} arrived, ${credited} booked, quoted ${quoted} for ${agreed}, credited ${cash}`
    if (minor !== BigInt(credited)) return [{ fault: minor < BigInt(credited) ? 'doubled' : 'lost', subject, detail }]
    // Every deposit here is paid in time, either in full or not at all.
    const expected = minor >= BigInt(quoted) ? BigInt(agreed) : 0n
    return expected === BigInt(cash) ? [] : [{ fault: expected < BigInt(cash) ? 'doubled' : 'lost', subject, detail }]
  })
}

async function checkSends(
  client: pg.Client,
  coin: Coin,
  arrivedUnits: bigint,
  unitsOfMinor: bigint,
): Promise<Finding[]> {
  const { rows } = await client.query<{ minor: string; withdrawals: string }>(
    `SELECT coalesce(sum(paid_minor - fee_minor), 0)::text AS minor, count(*)::text AS withdrawals
     FROM payments.withdrawals WHERE method = $1 AND state IN ('SENT', 'COMPLETED')`,
    [coin],
  )
  const { minor, withdrawals } = rows[0]!
  const expected = BigInt(minor) * unitsOfMinor
  if (arrivedUnits === expected) return []
  const detail = `${arrivedUnits} arrived outside, ${expected} withdrawn`
  return [
    { fault: arrivedUnits > expected ? 'doubled' : 'lost', subject: `${withdrawals} withdrawals of ${coin}`, detail },
  ]
}
