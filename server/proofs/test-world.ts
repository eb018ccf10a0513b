import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deskFiguresCalls } from '../../api/calls/proofs/desk-figures.ts'
import { proofsCalls } from '../../api/calls/proofs/proofs.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import { createProofs, type DeskFigureSources, type Proofs } from './public.ts'

const dayMs = 86_400_000

/**
 * Runs the proofs module with a real ledger. Tests provide the other modules' data. A customer's id is also the session
 * secret.
 */
export type ProofsWorld = {
  platform: TestPlatform
  proofs: Proofs
  call: TestApi['call']
  /** Whether the coins' nodes are unreachable. */
  node: { away: boolean }
  /** How many of the modules' rows differ from the ledger. */
  books: { broken: number }
  /** Ids of simulated accounts. */
  simulated: Set<string>
  /** Stakes of open trades. */
  stakes: { owner: string; asset: 'USD'; balanceMinor: bigint }[]
  customerWith(amounts: Partial<Record<'USD' | 'BTC', bigint>>): Promise<string>
  /** Creates the next day's statement. */
  nextDay(): Promise<boolean>
  /** Returns the independent script's verdict on a proof. */
  verify(proof: unknown, root?: string): string
  /** Returns the verdict when the proof is compared with the statement from the public call. */
  verifyAtAddress(proof: unknown): Promise<string>
  stop(): Promise<void>
}

/** Figures of an installation without customers. */
export const noDeskFigures: DeskFigureSources = {
  signUps: async (spans) => spans.map(() => 0),
  active: async (spans) => spans.map(() => 0),
  activeSince: async () => 0,
  trades: async (spans) => ({ sums: [], traders: spans.map(() => 0) }),
  openTrades: async () => [],
}

/** Session secret of an operator who may view figures. */
export const operatorSecret = 'secret-of-an-operator'

export async function createProofsWorld(given: { desk?: Partial<DeskFigureSources> } = {}): Promise<ProofsWorld> {
  const platform = await createTestPlatform()
  const ledger: Ledger = createLedger(platform)
  await ledger.start()
  const node = { away: false }
  const books = { broken: 0 }
  const simulated = new Set<string>()
  const stakes: ProofsWorld['stakes'] = []
  const proofs = createProofs(platform, {
    ledger,
    openStakes: async () => stakes,
    auditHead: async () => ({ entries: 3, hash: 'ab'.repeat(32) }),
    brokenBooks: async () => books.broken,
    simulatedAccounts: async () => [...simulated],
    customerFigures: async () => ({ customers: 7, sinceMs: 1_000 }),
    tradingFigures: async () => ({ settled: 10, won: 4, lost: 5, tie: 1, void: 0, traders: 3, losers: 2 }),
    moneyFigures: async () => ({ deposited: [{ asset: 'USD', amountMinor: 500_00n }], withdrawn: [] }),
    desk: { ...noDeskFigures, ...given.desk },
    reserves: (coin) =>
      node.away ? Promise.reject(new Error('away')) : Promise.resolve(coin === 'BTC' ? 5_000_000_000n : 0n),
  })
  const api = await serveCalls(
    platform,
    { ...proofsCalls, ...deskFiguresCalls },
    proofs.calls,
    (secrete) => ({ sessionId: secrete, customerId: secrete, shard: shardOf(secrete) }),
    (secrete) =>
      secrete === operatorSecret
        ? { sessionId: secrete, operatorId: secrete, permissions: new Set(['figures.read']) }
        : null,
  )
  let address: string | undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-solvency-'))
  return {
    platform,
    proofs,
    call: api.call,
    node,
    books,
    simulated,
    stakes,
    async customerWith(amounts) {
      const id = uuidv7(platform.clock.nowMs(), platform.random)
      await ledger.post(
        Object.entries(amounts).map(([asset, amountMinor]) => ({
          debit: { house: 'practice_grants' },
          credit: { owner: id, code: 'trading' },
          asset: asset as 'USD',
          amountMinor,
          kind: 'practice_grant',
        })),
      )
      return id
    },
    async nextDay() {
      await platform.clock.advance(dayMs)
      return proofs.makeStatement()
    },
    verify(proof, root) {
      const file = path.join(folder, 'proof.json')
      writeFileSync(file, JSON.stringify(proof))
      return spawnSync(process.execPath, ['scripts/verify-solvency.ts', file, ...(root ? [root] : [])], {
        encoding: 'utf8',
      }).stdout
    },
    async verifyAtAddress(proof) {
      const file = path.join(folder, 'proof-at-address.json')
      writeFileSync(file, JSON.stringify(proof))
      address ??= await api.http.listen({ port: 0, host: '127.0.0.1' })
      // In a separate process, because this one answers the call.
      return new Promise((resolve) =>
        execFile(process.execPath, ['scripts/verify-solvency.ts', file, address!], (_, stdout, stderr) =>
          resolve(stdout + stderr),
        ),
      )
    },
    async stop() {
      await api.stop()
      await ledger.stop()
      await platform.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
