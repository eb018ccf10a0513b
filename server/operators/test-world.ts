import { alarmsCalls } from '../../api/calls/operators/alarms.ts'
import { announcementsCalls } from '../../api/calls/operators/announcements.ts'
import { messagesCalls } from '../../api/calls/operators/messages.ts'
import { operatorAccessCalls } from '../../api/calls/operators/operator-access.ts'
import { operatorsCalls } from '../../api/calls/operators/operators.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createLedger } from '../ledger/public.ts'
import { totpCodeNow } from '../platform/sign-in/test-totp.ts'
import { createContext, type OperatorsContext } from './context.ts'
import { makeFirstLink } from './people/links.ts'
import { createOperators } from './public.ts'
import type { Operators } from './types.ts'

/** The operators' desk with its own database and a fixed clock, served through the HTTP layer. */
export type DeskWorld = {
  platform: TestPlatform
  operators: Operators
  context: OperatorsContext
  call: TestApi['call']
  /** Returns the token of the link for the first operator. */
  firstToken(): Promise<string>
  /** Returns the token in the newest email to an address. */
  tokenMailedTo(email: string): string
  /** Uses a link and returns the secrets of the operator's session and second factor. */
  enrol(token: string, changes?: Record<string, string>): Promise<{ secrete: string; secret: string }>
  stop(): Promise<void>
}

export const deskPassword = 'a heron over grey water'

export async function createDeskWorld(): Promise<DeskWorld> {
  const platform = await createTestPlatform()
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  await ledger.start()
  const context = createContext(platform, ledger)
  const api = await serveCalls(
    platform,
    { ...operatorsCalls, ...operatorAccessCalls, ...alarmsCalls, ...announcementsCalls, ...messagesCalls },
    operators.calls,
    () => null,
    operators.operatorOf,
    operators.recordRefusal,
  )
  const tokenOf = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
  return {
    platform,
    operators,
    context,
    call: api.call,
    firstToken: async () => tokenOf(await makeFirstLink(context)),
    tokenMailedTo: (email) => tokenOf(platform.mail.mailbox().find((mail) => mail.to === email)?.text),
    async enrol(token, changes = {}) {
      const { secret } = (await api.call('operators.link', { token })).body
      const form = {
        token,
        name: 'Grace Hopper',
        email: 'grace@desk.example',
        pwd: deskPassword,
        cpwd: deskPassword,
        totp: totpCodeNow(secret, platform.clock),
        ...changes,
      }
      const answer = await api.call('operators.enrol', form)
      if (answer.status !== 200) throw new Error(`operators.enrol: ${JSON.stringify(answer.body)}`)
      return { secrete: answer.body.secrete, secret }
    },
    async stop() {
      await api.stop()
      await ledger.stop()
      await platform.stop()
    },
  }
}
