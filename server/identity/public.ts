import type { CashAsset } from '../../contract/money.ts'
import type { identityCalls } from '../../contract/identity.ts'
import type { verificationCalls } from '../../contract/verification.ts'
import type { Operators } from '../operators/public.ts'
import type { Bindings, SessionFinder } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { invariant } from '../platform/refused.ts'
import { shardOf } from '../platform/random.ts'
import { bindIdentityCalls } from './calls.ts'
import type { IdentityContext, IdentityLedger } from './context.ts'
import { createCustomer, payPracticeGrant } from './create-customer.ts'
import { checkedCountry, checkedEmail, checkedName, checkedPhone } from './customer-details.ts'
import { Customers, type Customer } from './customers.ts'
import { declareIdentityJobs } from './jobs.ts'
import { createMailCodes } from './mail-codes.ts'
import { createPasswordHasher } from '../platform/password-hasher.ts'
import { createPersonalData } from './personal-data.ts'
import { Sessions } from './sessions.ts'
import { findCustomer } from './store.ts'
import { createThrottle } from './throttle.ts'
import { bindVerificationCalls } from './verification/calls.ts'
import type { VerificationContext } from './verification/context.ts'
import { declareVerificationJobs } from './verification/delete-documents.ts'

export { registerCountries } from './countries.ts'
export { tradingAccount } from './create-customer.ts'
export type { Customer } from './customers.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A session has ended: whoever remembers it or serves a socket for it stops at once. */
    'session.revoked': { sessionId: string; customerId: string }
    /** A customer was verified, rejected, frozen, released or has closed the account. */
    'standing.changed': { customerId: string }
  }
}

/** A customer of a seeded world or a benchmark. Without a password nobody can sign in, until one is set by mail. */
export type AddedCustomer = { email: string; name: string; password?: string; country: string; phone: string; currency: CashAsset }

export type Identity = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof identityCalls> & Bindings<typeof verificationCalls>
  /** The session of a secret. At most a second old, and answered without a promise where it is in memory. */
  sessionOf: SessionFinder
  /** Answered without a promise where the customer is in memory, as everyone with a session in memory is. */
  customer(customerId: string): Customer | Promise<Customer>
  /** Makes a customer without a mailed code, grant included, by the rules of `register`. Throws `Refused`. */
  addCustomer(added: AddedCustomer): Promise<Customer>
  /** Opens a session and answers its secret. */
  openSession(customerId: string): Promise<string>
}

/** `operators` is needed where operators look at customers; benchmarks go without. */
export type IdentityNeighbours = { ledger: IdentityLedger; operators?: Operators }

/** Who customers are: sign-up, sign-in, sessions, lock-outs. Source: product.md sections 3 to 8. */
export function createIdentity(platform: Platform, { ledger, operators }: IdentityNeighbours): Identity {
  const { config, clock, db, mail, random, metrics } = platform
  const throttle = createThrottle(platform)
  const customers = new Customers(db)
  const sessions = new Sessions(platform, (customer) => customers.remember(customer))
  const hasher = createPasswordHasher(random)
  const codes = createMailCodes(platform, throttle)
  const personal = createPersonalData(config.secretKey, random)
  const identity: IdentityContext = { clock, config, db, mail, random, ledger, personal, throttle, codes, hasher, sessions }
  metrics.gauge('password_hashes_waiting', 'Password hashes that wait for a turn', () => hasher.waiting())
  const verification: VerificationContext = { ...platform, personal, throttle, operators }
  declareIdentityJobs(platform, sessions)
  declareVerificationJobs(platform, verification)
  return {
    calls: { ...bindIdentityCalls(identity), ...bindVerificationCalls(verification) },
    sessionOf: (secrete) => sessions.find(secrete),
    customer: (customerId) => customers.find(customerId),
    addCustomer: async (added) => customers.find(await addCustomer(identity, added)),
    openSession: (customerId) => openSession(identity, customerId),
    start: async () => {},
    stop: () => sessions.stop(),
  }
}

async function addCustomer(identity: IdentityContext, added: AddedCustomer): Promise<string> {
  const country = checkedCountry(added.country)
  const details = {
    email: checkedEmail(added.email),
    name: checkedName(added.name),
    phone: checkedPhone(added.phone, country),
    country: country.code,
    currency: added.currency,
    passwordHash: await (added.password === undefined ? identity.hasher.unknown() : identity.hasher.hash(added.password)),
  }
  return identity.db.transaction().execute(async (tx) => {
    const { customerId } = await createCustomer(identity, tx, details)
    await payPracticeGrant(identity, tx, customerId, added.currency)
    return customerId
  })
}

async function openSession({ db, sessions }: IdentityContext, customerId: string): Promise<string> {
  const customer = await findCustomer(db, { customerId, shard: shardOf(customerId) })
  const secret = customer && (await sessions.open(db, customer, { ip: '', userAgent: '' }, false))
  invariant(secret, 'there is no customer of this id')
  return secret
}
