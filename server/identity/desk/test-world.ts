import type { TestApi } from '../../../tests/harness.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'

type Desk = { operatorId: string; secrete: string }

/** Customers, and operators who view them. */
export type CustomersDesk = {
  world: IdentityWorld
  call: TestApi['call']
  finance: Desk
  compliance: Desk
  auditor: Desk
  /** Registers a customer with 10,000.00 in `currency`. */
  customer(email: string, currency?: string): Promise<{ id: string; secrete: string }>
  /** Returns the audit entries with this action, newest first. */
  audited(action: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export async function createCustomersDesk(): Promise<CustomersDesk> {
  const world = await createIdentityWorld()
  const { platform, call } = world
  const [finance, compliance, auditor] = [
    await addOperator(platform, 'finance', 'Fay'),
    await addOperator(platform, 'compliance', 'Cora'),
    await addOperator(platform, 'auditor', 'Alma'),
  ]
  return {
    world,
    call,
    finance,
    compliance,
    auditor,
    async customer(email, cur = 'USD') {
      const secrete = await world.signUp(email, { cur })
      return { secrete, id: (await world.call('user', {}, { secrete })).body.id }
    },
    audited: async (action) => (await call('audit', { action }, { secrete: auditor.secrete })).body,
    stop: () => world.stop(),
  }
}
