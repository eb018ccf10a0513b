import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../server/platform/database/postgres.ts'
import { installedMarket, type Product, signUp, startProduct } from '../../product.ts'
import { inDatabase } from '../books.ts'
import type { Finding } from '../checker/findings.ts'
import { checkPayments, type Coin } from '../checker/payments.ts'
import { payoutKills } from '../payout-kills.ts'
import { addPayee, isCompleted, mine, nodeOf, type Payee } from '../payouts.ts'
import { figure, type Figure } from './figure.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Tests of deposits with real nodes: replaced, partial, late and repeated payments, and two scanners. */
const depositTests = 'server/payments/deposits/real-nodes.test.ts'
const testsWithinMs = 180_000
const turns = 400
/** More confirmations than any deposit needs. */
const deepBlocks = 15

/**
 * Measures R9. Runs the product with its own nodes, kills it between the steps of withdrawals, and reorganises the
 * chains so that credited deposits disappear and come back. A checker then compares chains and ledger. As a control,
 * credits a deposit and pays a withdrawal a second time.
 */
export async function measurePayments(say: (line: string) => void): Promise<Figure[]> {
  const cases = runDepositTests()
  say(`ran ${cases.length} deposit tests`)
  const product = await startProduct({ PORT: String(await freePort()), LOG_LEVEL: 'fatal', MARKET: installedMarket })
  try {
    const payee = await addPayee(product)
    const details = [...(await killPayouts(product, payee, say)), ...(await reorganiseDeposits(product, say))]
    const findings = await check(product, payee)
    const planted = await plantDamage(product, payee)
    return [paymentsFigure(cases, details, findings, planted)]
  } finally {
    await product.stop()
  }
}

type Case = { fullName: string; status: string }

function runDepositTests(): Case[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-payments-'))
  const file = path.join(folder, 'report.json')
  try {
    const vitest = path.join(root, 'node_modules', '.bin', 'vitest')
    const env = { ...process.env, PATH: `${path.dirname(vitest)}${path.delimiter}${process.env['PATH']}` }
    spawnSync(vitest, ['run', '--reporter=json', `--outputFile=${file}`, depositTests], {
      cwd: root,
      env,
      stdio: 'ignore',
      timeout: testsWithinMs,
    })
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: { assertionResults: Case[] }[] }
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function killPayouts(product: Product, payee: Payee, say: (line: string) => void): Promise<string[]> {
  const done: string[] = []
  for (const coin of ['ETH', 'BTC'] as const) {
    for (const { title, run } of payoutKills) {
      const payout = await run({ product, payee }, coin)
      await until(product, coin, () => isCompleted(product, payee, payout))
      done.push(`a withdrawal in ${coin} ${title}`)
      say(done.at(-1)!)
    }
  }
  return done
}

/** For each coin, credits a deposit, removes its blocks by a reorganisation, and credits it again. */
async function reorganiseDeposits(product: Product, say: (line: string) => void): Promise<string[]> {
  const done: string[] = []
  for (const coin of ['BTC', 'ETH'] as const) {
    const { secrete } = await signUp(product)
    const { body: deposit } = await product.call('createtrnx', { type: coin, plan: 'Bronze' }, { secrete })
    const stateIs = (state: string) => async () =>
      (await product.call('deposits.show', { id: deposit.tid }, { secrete })).body.status === state
    const answer = await fetch(`${product.url}/dev/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ coin, address: deposit.address }),
    })
    const { txid } = (await answer.json()) as { txid: string }
    const before = await tipOf(product, coin)
    await until(product, coin, stateIs('CONFIRMED'))
    const raw = coin === 'ETH' ? await nodeOf(product, coin)<string>('eth_getRawTransactionByHash', [txid]) : undefined
    await reorganise(product, coin, before)
    await until(product, coin, async () => !(await stateIs('CONFIRMED')()), 0)
    if (raw) await nodeOf(product, coin)('eth_sendRawTransaction', [raw])
    await until(product, coin, stateIs('CONFIRMED'))
    done.push(`a deposit in ${coin} that was credited, removed by a reorganisation and included again`)
    say(done.at(-1)!)
  }
  return done
}

async function tipOf(product: Product, coin: Coin): Promise<number> {
  return coin === 'BTC'
    ? nodeOf(product, coin)<number>('getblockcount')
    : Number(await nodeOf(product, coin)<string>('eth_blockNumber'))
}

/** Replaces the blocks above a height with empty ones, and adds one more. */
async function reorganise(product: Product, coin: Coin, above: number): Promise<void> {
  const rpc = nodeOf(product, coin)
  const depth = (await tipOf(product, coin)) - above
  if (coin === 'ETH') {
    await rpc('anvil_reorg', [depth, []])
    return mine(product, coin, 1)
  }
  await rpc('invalidateblock', [await rpc('getblockhash', [above + 1])])
  for (let made = 0; made <= depth; made += 1) await rpc('generateblock', [nobody, []])
}

/** A regtest address that neither the product nor any withdrawal uses. */
const nobody = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'

/** Mines blocks until `isSo` returns true. Retries while a node is starting. Throws after 400 attempts. */
async function until(product: Product, coin: Coin, isSo: () => Promise<boolean>, blocks = 1): Promise<void> {
  let reason = 'nothing failed'
  for (let turn = 0; turn < turns; turn += 1) {
    try {
      if (blocks > 0) await mine(product, coin, blocks)
      if (await isSo()) return
    } catch (error) {
      reason = (error as Error).message
    }
    await pause(100)
  }
  throw new Error(`${coin} didn't reach the expected state in time; last failure: ${reason}`)
}

/** Mines until everything is confirmed, then compares chains and ledger. */
async function check(product: Product, payee: Payee): Promise<Finding[]> {
  for (const coin of ['BTC', 'ETH'] as const) await until(product, coin, async () => true, deepBlocks)
  const chainOf = (coin: Coin) => ({ node: nodeOf(product, coin), outside: payee.outside[coin] })
  return inDatabase(product, (client) => checkPayments(client, { BTC: chainOf('BTC'), ETH: chainOf('ETH') }))
}

type Planted = { what: string; isSeen: boolean }

/**
 * Credits a deposit in each coin again and sends another payment to an external address. The checker must report each
 * as `doubled`.
 */
async function plantDamage(product: Product, payee: Payee): Promise<Planted[]> {
  const planted: Planted[] = []
  for (const coin of ['BTC', 'ETH'] as const) {
    const again = `
      SELECT * FROM ledger.post_transfers((SELECT max(at_ms) FROM ledger.heads), ARRAY(
        SELECT ROW(t.shard, t.debit_owner, t.debit_code, t.credit_owner, t.credit_code, t.asset, t.amount_minor, t.kind,
          t.reference, t.key || ':again', t.note, NULL, NULL, NULL)::ledger.new_transfer
        FROM ledger.transfers t JOIN payments.deposits d ON d.id = t.reference
        WHERE d.coin = $1 AND t.kind = 'deposit' AND t.key !~ ':reversed'
          AND (t.credit_owner IS NOT NULL OR t.debit_code = 'deposit_clearing')
        ORDER BY t.id LIMIT 2))`
    await inDatabase(product, (client) => client.query(again, [coin]))
    planted.push({
      what: `doubled credit of ${coin}`,
      isSeen: (await check(product, payee)).some(
        ({ fault, subject }) => fault === 'doubled' && subject.endsWith(`of ${coin}`) && subject.startsWith('deposit'),
      ),
    })
    const body = JSON.stringify({ coin, address: payee.outside[coin], amount: '0.001' })
    await fetch(`${product.url}/dev/faucet`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    planted.push({
      what: `doubled send of ${coin}`,
      isSeen: (await check(product, payee)).some(
        ({ fault, subject }) => fault === 'doubled' && subject.endsWith(`withdrawals of ${coin}`),
      ),
    })
  }
  return planted
}

function paymentsFigure(cases: Case[], details: string[], findings: Finding[], planted: Planted[]): Figure {
  const failed = cases.filter(({ status }) => status !== 'passed')
  const seen = planted.filter(({ isSeen }) => isSeen)
  const doubled = findings.filter(({ fault }) => fault === 'doubled')
  const measured = [
    `${details.length} kills and reorganisations of a running product: ${doubled.length} doubled, ` +
      `${findings.length - doubled.length} lost`,
    `${cases.length - failed.length} of ${cases.length} deposit tests passed`,
    `control: ${seen.length} of ${planted.length} planted faults reported`,
  ].join('; ')
  const name = 'reorganisations, replaced and repeated payments; withdrawals killed between sign, send and record'
  const isMet = failed.length === 0 && cases.length > 0 && findings.length === 0 && seen.length === planted.length
  return figure('R9', name, '0 double credits, 0 double sends', measured, isMet, [
    ...findings.map(({ fault, subject, detail }) => `${fault}: ${subject}: ${detail}`),
    ...planted.map(({ what, isSeen }) => `${isSeen ? 'reported' : 'NOT reported'}: ${what}`),
    ...details,
    ...cases.map(({ status, fullName }) => `${status}: ${fullName}`),
  ])
}
