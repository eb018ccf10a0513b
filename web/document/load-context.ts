import { createContext } from 'react-router'
import type { CallName, Calls } from '../../api/calls.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import type { OperatorProfile } from '../../api/calls/operators/operator-profile.ts'
import type { PageReader } from './page-reader.ts'

/** Makes public calls inside the process without a session, for loaders that render on the server. */
export type ServerCall = <N extends CallName>(name: N, input: Partial<InputOf<Calls[N]>>) => Promise<OutputOf<Calls[N]>>

/** `signed_out`: the session has ended. `none`: the call was refused or failed. */
export type ReadersAnswer = { value: unknown } | 'signed_out' | 'none'

/** Data that the server provides to every render. */
export type SiteContext = {
  /** Nonce of this response's Content-Security-Policy. */
  nonce: string
  call: ServerCall
  /** For whom the page is rendered; undefined if for nobody in particular. */
  reader?: PageReader | undefined
  /** Makes a call with the reader's session. Resolves with its response, unless it is refused or isn't JSON. */
  readersCall?: (name: string, input: Record<string, unknown>) => Promise<ReadersAnswer>
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string
  /** Who runs the installation. */
  operator: OperatorProfile
  /** Development tools are on: the sign-up page may link to the development mailbox. */
  development: boolean
  /** Practice money of a new customer, in the currency that they choose, such as `10000.00`. */
  practiceGrant: string
  /** Logs a failed loader or render on the server. */
  reportError: (error: unknown) => void
  /** Returns the product's time in epoch milliseconds. */
  nowMs: () => number
}

export const siteContext = createContext<SiteContext>()

/** Changes with every build of the pages. */
export const buildVersion = createContext<string>()
