import { t } from '@lingui/core/macro'
import type { WebAuthnError } from '@simplewebauthn/browser'
import { useHydrated } from '../ui/hydrated.ts'
import { call, errorText } from './call.ts'

type Options = Record<string, unknown>

/** Loads the library on first use, because most visits need no passkey. */
const library = () => import('@simplewebauthn/browser')

async function authenticate(options: Options): Promise<Options> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as Options
}

/** Returns why this page cannot use passkeys; undefined if it can. */
export function passkeyObstacle(): string | undefined {
  if (typeof PublicKeyCredential === 'undefined')
    return t`This browser doesn’t support passkeys, or the page isn’t on a secure connection.`
  if (!/^[\d.]+$|^\[/.test(location.hostname)) return undefined
  if (!isLoopback()) return t`Passkeys need a domain name.`
  const address = `${location.protocol}//localhost:${location.port}`
  return t`Passkeys need a domain name. Open this page at ${address} instead.`
}

/** Returns the same for a page to show. Undefined until hydration, because the server can't know. */
export function usePasskeyObstacle(): string | undefined {
  return useHydrated() ? passkeyObstacle() : undefined
}

const isLoopback = () => location.hostname === '127.0.0.1' || location.hostname === '[::1]'

/** Requests a passkey from the device and signs the customer in with it. */
export async function signInWithPasskey(): Promise<{ secrete: string; msg: string }> {
  const options = await call('login.options', {})
  return call('login.passkey', { response: await authenticate(options) })
}

/** Requests a passkey from the device and signs the operator in to the desk with it. */
export async function signInToDeskWithPasskey(): Promise<{ secrete: string; msg: string }> {
  const options = await call('operators.login.options', {})
  return call('operators.login.passkey', { response: await authenticate(options) })
}

/** Requests one of this account's passkeys from the device, and returns the `passkey` value for another call. */
export async function passkeyProof(): Promise<string> {
  const options = await call('factor.options', {})
  return JSON.stringify(await authenticate(options))
}

/** Creates a passkey on the device with the options from `passkey.begin`. */
export async function makePasskey(options: Options): Promise<Options> {
  const { startRegistration } = await library()
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Options
}

/** Returns the message for a passkey error; null if the user cancelled. */
export function passkeyErrorText(error: unknown): string | null {
  if (isOfLibrary(error) && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return t`This device already has a passkey for this account.`
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
  if (isOfLibrary(error)) return t`The device could not create or use the passkey. Try again, or use another device.`
  return errorText(error)
}

/** Recognises the library's errors by their code, without loading it. */
const isOfLibrary = (error: unknown): error is WebAuthnError =>
  error instanceof Error && /^ERROR_/.test(String((error as { code?: unknown }).code))
