import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../server/platform/database/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { createCustomers, sendOrder } from './orders-under-load.ts'

const signerProgram = fileURLToPath(new URL('../../server/payments/signer/process.ts', import.meta.url))
const settings: Record<string, string> = { LOG_LEVEL: 'silent' }
let product: Product
let signer: ChildProcess | undefined
beforeAll(async () => {
  settings['PORT'] = String(await freePort())
  product = await startProduct(settings)
}, 60_000)
afterAll(async () => {
  await product?.stop()
  signer?.kill('SIGKILL')
}, 60_000)

const readiness = async () => {
  const answer = await fetch(`${product.url}/readyz`)
  const { modules } = (await answer.json()) as { modules: boolean }
  return [answer.status, { modules }]
}

it(
  'accepts orders before the signer runs, but reports that it is not ready and refuses calls that need the signer',
  { timeout: 60_000 },
  async () => {
    const [customer] = await createCustomers(product, 1)
    await product.kill('SIGKILL')
    settings['SIGNER_SOCKET'] = path.join(product.dataDir, 'signer.socket')
    const restarted = product.restart()
    restarted.catch(() => {})

    const order = { symbols: 'EURUSD', amount: '10', interval: 5, TYPE: 'BUY' } as const
    await vi.waitFor(
      async () =>
        expect(await sendOrder(product, customer!, order, randomUUID())).toMatchObject({ outcome: 'acknowledged' }),
      { timeout: 20_000 },
    )
    expect(await readiness()).toEqual([503, { modules: false }])
    const asked = {
      method: 'POST',
      headers: { 'content-type': 'application/json', secrete: customer!.secrete },
      body: JSON.stringify({ type: 'BTC', plan: 'Custom', amount: '500' }),
    }
    const deposit = await fetch(`${product.url}/api?r=createtrnx`, asked)
    expect([
      deposit.status,
      ((await deposit.json()) as { code: string }).code,
      deposit.headers.get('retry-after'),
    ]).toEqual([503, 'no_wallet', '1'])

    const env = { DATA_DIR: product.dataDir, NODE_ENV: 'development', SIGNER_SOCKET: settings['SIGNER_SOCKET'] }
    signer = spawn(process.execPath, [signerProgram], { env, stdio: 'ignore' })
    await restarted
    expect(await readiness()).toEqual([200, { modules: true }])
  },
)
