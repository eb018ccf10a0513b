import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { goodPassword, type IdentityWorld } from '../test-world.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../../platform/sign-in/test-authenticator.ts'

/** Creates customers with second factors through the calls. For tests. */

export const origin = 'http://localhost:3000'

export type Guarded = { email: string; secrete: string; recovery: string[] }

/** Registers a customer with an authenticator app. `code()` advances the clock and returns an unused code. */
export async function withApp(
  world: IdentityWorld,
  email: string,
): Promise<Guarded & { secret: string; code(): Promise<string> }> {
  const secrete = await world.signUp(email)
  const begun = await world.call('totp.begin', { pwd: goodPassword }, { secrete })
  const { secret } = begun.body
  const code = async () => {
    await world.platform.clock.advance(30_000)
    return totpCodeNow(secret, world.platform.clock)
  }
  const confirmed = await world.call('totp.confirm', { totp: await code() }, { secrete })
  if (confirmed.status !== 200) throw new Error(JSON.stringify([begun.body, confirmed.body]))
  return { email, secrete, secret, recovery: confirmed.body.recovery, code }
}

/** Registers a customer with a passkey. */
export async function withPasskey(
  world: IdentityWorld,
  email: string,
): Promise<Guarded & { authenticator: TestAuthenticator; passkeyId: string; proof(): Promise<string> }> {
  const secrete = await world.signUp(email)
  const authenticator = createTestAuthenticator(origin)
  const options = await world.call('passkey.begin', { pwd: goodPassword }, { secrete, headers: { origin } })
  const added = await world.call(
    'passkey.add',
    { name: 'Laptop', response: authenticator.make(options.body) },
    { secrete, headers: { origin } },
  )
  if (added.status !== 200) throw new Error(JSON.stringify([options.body, added.body]))
  const proof = async () =>
    JSON.stringify(authenticator.use((await world.call('factor.options', {}, { secrete, headers: { origin } })).body))
  return { email, secrete, authenticator, passkeyId: added.body.id, recovery: added.body.recovery, proof }
}

/** Returns the subject of the newest email to an address. */
export const newestSubject = (world: IdentityWorld, email: string) =>
  world.platform.mail.mailbox().find(({ to }) => to === email)?.subject
