import { expect, it } from 'vitest'
import { audited, bindActions, decision, noteAuditEntry, oncePerKey, type OnceRequest } from './actions.ts'
import { createTestPlatform } from '../../../tests/harness.ts'
import { uuidv7 } from '../random.ts'
import type { customersCalls } from '../../../api/calls/identity/customers.ts'

const session = { sessionId: '', operatorId: '0198a000-0000-7000-8000-000000000001', permissions: new Set<never>() }
const request = { session, files: {}, headers: {}, ip: '', userAgent: '' }

type Freeze = Pick<typeof customersCalls, 'customers.freeze'>
type Signout = Pick<typeof customersCalls, 'customers.show'>

it('throws if an audited action succeeds without an audit entry', async () => {
  const platform = await createTestPlatform()
  try {
    const bind = (writes: boolean) =>
      bindActions<typeof platform, Signout>({
        'customers.show': audited(async () => {
          if (writes) noteAuditEntry()
          return {} as never
        }),
      })(platform)['customers.show']
    await expect(bind(true)({ id: '' } as never, request)).resolves.toEqual({})
    await expect(bind(false)({ id: '' } as never, request)).rejects.toThrow(
      'customers.show must write to the audit log',
    )
  } finally {
    await platform.stop()
  }
})

it('runs a decision once per key, and accepts a repeat without a new audit entry', async () => {
  const platform = await createTestPlatform()
  try {
    let runs = 0
    const act = async (_context: unknown, input: unknown, { once }: OnceRequest) =>
      platform.db.transaction().execute((tx) =>
        once(tx, input, async () => {
          noteAuditEntry()
          return { runs: ++runs } as never
        }),
      )
    const freeze = bindActions<typeof platform, Freeze>({ 'customers.freeze': decision(act) })(platform)[
      'customers.freeze'
    ]
    const idempotencyKey = uuidv7(platform.clock.nowMs(), platform.random)
    const input = { id: '1', reason: 'a reason' } as never
    for (let turn = 0; turn < 2; turn++)
      await expect(freeze(input, { ...request, idempotencyKey })).resolves.toEqual({ runs: 1 })
    await expect(freeze({ id: '2' } as never, { ...request, idempotencyKey })).rejects.toMatchObject({
      code: 'key_reused',
    })
    await expect(freeze(input, request)).resolves.toEqual({ runs: 2 })
  } finally {
    await platform.stop()
  }
})

it('requires the wrapper that a call’s declaration implies', () => {
  const act = async () => ({}) as never
  // @ts-expect-error a decision must run once per key and be audited
  bindActions<never, Freeze>({ 'customers.freeze': act })
  // @ts-expect-error the same: a decision is also audited
  bindActions<never, Freeze>({ 'customers.freeze': oncePerKey(act) })
  expect(decision(act)).toEqual({ kind: 'decision', action: act })
})
