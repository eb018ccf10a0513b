import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceContent } from '../../../api/calls/trading/workspace.ts'
import { workspaceLimits } from '../../../api/workspace.ts'
import { shardOf } from '../../platform/random.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
let customer: { id: string; secrete: string }
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD'], { hours: 'always' })
})
afterAll(() => world.stop())

const content = (changes: Partial<WorkspaceContent> = {}): WorkspaceContent => ({
  format: 1,
  grid: 2,
  active: 1,
  panes: [
    { symbol: 'EURUSD', candles: '5s', chartType: 'candles', indicators: [] },
    {
      symbol: 'BTCUSD',
      candles: '1m',
      chartType: 'heikin',
      indicators: [{ name: 'RSI', params: [14], colours: ['blue'] }],
    },
  ],
  layouts: [],
  indicatorSets: [{ name: 'Trend', indicators: [{ name: 'MA', params: [9, 21], colours: [] }] }],
  drawings: { EURUSD: [{ name: 'text', points: [{ timestamp: 1, value: 1.1 }], text: 'Bob says buy' }] },
  panels: { list: 200, chart: 640 },
  keys: { buy: 'q', more: '*' },
  ...changes,
})
const load = async (secrete = customer.secrete) => (await world.api.call('workspace', {}, { secrete })).body
const save = (version: number, value: unknown, secrete = customer.secrete) =>
  world.api.call('workspace.save', { version, content: value }, { secrete })
const session = () => ({ sessionId: '', customerId: customer.id, shard: shardOf(customer.id) })

describe("'workspace' and 'workspace.save'", () => {
  beforeAll(async () => {
    customer = await world.addCustomer()
  })

  it('stores the charts of a customer, and shows them to nobody else', async () => {
    expect(await load()).toEqual({ version: 0, content: null })
    expect((await save(0, content())).body).toEqual({ version: 1 })
    expect(await load()).toEqual({ version: 1, content: content() })
    expect((await save(1, content({ grid: 4 }))).body).toEqual({ version: 2 })
    expect((await load()).content.grid).toBe(4)
    expect(await load((await world.addCustomer()).secrete)).toEqual({ version: 0, content: null })
  })

  it('returns workspace_changed for a change based on another version, and keeps what is stored', async () => {
    const { version } = await load()
    for (const stale of [0, version - 1, version + 1]) {
      const { status, body } = await save(stale, content({ grid: 1 }))
      expect([status, body.code]).toEqual([409, 'workspace_changed'])
    }
    expect(await load()).toMatchObject({ version, content: { grid: 4 } })
  })

  it('refuses contents that are malformed or too long', async () => {
    const { version } = await load()
    const points = Array.from({ length: workspaceLimits.points }, () => ({ timestamp: 1_700_000_000_000, value: 1.5 }))
    const long = Array.from({ length: 10 }, () => ({ name: 'brush', points }))
    const refused = [
      { ...content(), format: 2 },
      { ...content(), grid: 3 },
      content({ panes: [] }),
      content({ layouts: [{ name: '  ', grid: 1, active: 0, panes: content().panes }] }),
      content({ drawings: { EURUSD: [{ name: 'text', points: [], text: 'x'.repeat(121) }] } }),
      content({ drawings: { EURUSD: long } }),
      content({ panels: { list: 10 } }),
      { ...content(), keys: { buy: 'Enter' } },
      { ...content(), keys: { jump: 'j' } },
    ]
    for (const one of refused) expect((await save(version, one)).status).toBe(400)
    expect((await load()).version).toBe(version)
  })

  it('encrypts the content, bound to its customer', async () => {
    const { version } = await load()
    await save(version, content())
    const { rows } = await world.platform.owner.query('SELECT content_sealed FROM trading.workspaces')
    expect(rows[0].content_sealed.toString('latin1')).not.toContain('Bob')
    const other = await world.addCustomer()
    const move = 'UPDATE trading.workspaces SET shard = $1, customer_id = $2'
    await world.platform.owner.query(move, [shardOf(other.id), other.id])
    expect(await load(other.secrete)).toEqual({ version: version + 1, content: null })
    await world.platform.owner.query(move, [shardOf(customer.id), customer.id])
  })

  it('is part of the data download, and is deleted when the account is closed', async () => {
    const exported = []
    for await (const one of world.trading.exportWorkspace(session(), world.platform.db)) exported.push(one)
    expect(exported).toMatchObject([{ content: { indicatorSets: [{ name: 'Trend' }] } }])
    await world.trading.forgetWorkspace(world.platform.db, session())
    expect((await world.platform.owner.query('SELECT FROM trading.workspaces')).rowCount).toBe(0)
  })
})
