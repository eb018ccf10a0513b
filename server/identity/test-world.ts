import { customersCalls } from '../../api/calls/identity/customers.ts'
import { identityCalls } from '../../api/calls/identity/identity.ts'
import { operatorAccessCalls } from '../../api/calls/operators/operator-access.ts'
import { messagesCalls } from '../../api/calls/operators/messages.ts'
import { announcementsCalls } from '../../api/calls/operators/announcements.ts'
import { operatorsCalls } from '../../api/calls/operators/operators.ts'
import { statementCalls } from '../../api/calls/identity/statement.ts'
import { securityCalls } from '../../api/calls/identity/security.ts'
import { verificationCalls } from '../../api/calls/identity/verification.ts'
import { createTestPlatform, serveCalls, type Answer, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, type Ledger } from '../ledger/public.ts'
import { createOperators, type Operators } from '../operators/public.ts'
import { createStillClock } from '../platform/time/clock.ts'
import type { PasswordCost } from '../platform/secrets/password-hasher.ts'
import { createIdentity, type Identity } from './public.ts'
import { testPhone } from './sign-up/test-phone.ts'

/** The identity module with its own database and a fixed clock, served through the HTTP layer. */
export type IdentityWorld = {
  platform: TestPlatform
  ledger: Ledger
  identity: Identity
  operators: Operators
  call: TestApi['call']
  api: TestApi
  /** Returns the five digits in the newest email to an address. Fails if there are none. */
  codeMailedTo(email: string): string
  /** Requests a code and returns the token and the emailed code. */
  requestCode(call: 'regcode' | 'resetcode', email: string): Promise<{ token: string; vcode: string }>
  /** Registers a customer through the calls and returns the session secret. */
  signUp(email: string, changes?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

export const goodPassword = 'heron over grey water'

/** Returns a completed sign-up form. */
export function registration(email: string, changes: Record<string, string> = {}): Record<string, string> {
  const form = {
    email,
    name: 'Ada Lovelace',
    pwd: goodPassword,
    cpwd: goodPassword,
    country: 'United Kingdom',
    code: '+44',
    phone: testPhone(email),
    cur: 'GBP',
    vcode: '00000',
    adult: 'true',
    accept: 'true',
  }
  return { ...form, ...changes }
}

/** Returns a five-digit code that differs from `vcode`. */
export function wrongCode(vcode: string): string {
  return String((Number(vcode) + 1) % 100_000).padStart(5, '0')
}

export async function createIdentityWorld(
  settings: Record<string, string> = {},
  clock = createStillClock(Date.UTC(2026, 0, 5, 12)),
  passwordCost?: PasswordCost,
): Promise<IdentityWorld> {
  const platform = await createTestPlatform(settings, clock, passwordCost)
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  await ledger.start()
  await operators.start?.()
  await identity.start()
  const api = await serveCalls(
    platform,
    {
      ...identityCalls,
      ...customersCalls,
      ...statementCalls,
      ...securityCalls,
      ...verificationCalls,
      ...operatorsCalls,
      ...operatorAccessCalls,
      ...announcementsCalls,
      ...messagesCalls,
    },
    { ...identity.calls, ...operators.calls },
    identity.sessionOf,
    operators.operatorOf,
    undefined,
    identity.guard,
  )
  const world: IdentityWorld = {
    platform,
    ledger,
    identity,
    operators,
    api,
    call: api.call,
    codeMailedTo(email) {
      const text = platform.mail.mailbox().find((mail) => mail.to === email)?.text
      const code = /\b\d{5}\b/.exec(text ?? '')?.[0]
      if (!code) throw new Error('no code was emailed')
      return code
    },
    async requestCode(call, email) {
      const answer = await api.call(call, { email, name: 'Ada Lovelace' })
      return { token: tokenOf(answer), vcode: world.codeMailedTo(email) }
    },
    async signUp(email, changes = {}) {
      const { token, vcode } = await world.requestCode('regcode', email)
      const answer = await api.call('register', registration(email, { vcode, ...changes }), {
        headers: { code: token },
      })
      if (answer.status !== 200) throw new Error(`register: ${JSON.stringify(answer.body)}`)
      return answer.body.secrete
    },
    async stop() {
      await api.stop()
      await identity.stop()
      await operators.stop?.()
      await ledger.stop()
      await platform.stop()
    },
  }
  return world
}

/** Returns the token in a `success-TOKEN` response. Fails for any other response. */
export function tokenOf(answer: Answer): string {
  const token = /^success-([0-9a-f]{32})$/.exec(String(answer.body))?.[1]
  if (!token) throw new Error(`no token: ${JSON.stringify(answer.body)}`)
  return token
}
