import type { Answer } from '../../../tests/harness.ts'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from '../test-world.ts'

export const origin = 'http://localhost:3000'

/** A desk world in which the first operator, Grace, is signed in. */
export type GraceWorld = DeskWorld & {
  /** Grace's session. */
  secrete: string
  /** Returns a code of Grace's that has not been used yet. */
  code(): Promise<string>
  /** Returns Grace's password and an unused code. */
  proof(): Promise<{ pwd: string; totp: string }>
  /** Signs Grace in. */
  login(pwd?: string): Promise<Answer>
  isIn(secrete: string): Promise<boolean>
  /** Makes a call in Grace's session from a page of this site. */
  asGrace(name: string, input: Record<string, unknown>): Promise<Answer>
  /** Advances the clock by an hour and keeps using the session, so that it stays open and its limit resets. */
  passAnHour(): Promise<void>
}

export async function createGraceWorld(): Promise<GraceWorld> {
  const world = await createDeskWorld()
  const { clock } = world.platform
  const { secrete, secret } = await world.enrol(await world.firstToken())
  const grace: GraceWorld = {
    ...world,
    secrete,
    async code() {
      await clock.advance(30_000)
      return totpCodeNow(secret, clock)
    },
    proof: async () => ({ pwd: deskPassword, totp: await grace.code() }),
    login: async (pwd = deskPassword) =>
      world.call(
        'operators.login',
        { email: 'grace@desk.example', pwd, totp: await grace.code() },
        { headers: { 'user-agent': 'curl/8.1' } },
      ),
    isIn: async (other) => (await world.call('operators.me', {}, { secrete: other })).status === 200,
    asGrace: (name, input) => world.call(name, input, { secrete: grace.secrete, headers: { origin } }),
    async passAnHour() {
      for (let turn = 0; turn < 3; turn++) {
        await clock.advance(21 * 60_000)
        await grace.isIn(grace.secrete)
      }
    },
  }
  return grace
}
