import type { CashAsset } from '../../contract/money.ts'
import type { customersCalls } from '../../contract/customers.ts'
import type { identityCalls } from '../../contract/identity.ts'
import { UnreadableRows } from '../platform/unreadable-rows.ts'
import { sourceLanguage } from '../../contract/languages.ts'
import type { statementCalls } from '../../contract/statement.ts'
import type { verificationCalls } from '../../contract/verification.ts'
import type { Operators } from '../operators/public.ts'
import type { securityCalls } from '../../contract/security.ts'
import type { Executor } from '../platform/database.ts'
import { Downloads } from '../platform/downloads.ts'
import type { Bindings, CustomerGuard, Session, SessionFinder } from '../platform/http.ts'
import type { MailText } from '../platform/mail-texts.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { createKnownDevices } from '../platform/known-devices.ts'
import { createPasswordHasher } from '../platform/password-hasher.ts'
import { invariant } from '../platform/refused.ts'
import { shardOf } from '../platform/random.ts'
import { bindIdentityCalls } from './calls.ts'
import type { IdentityContext, IdentityLedger, RegistrationListener, UserPart } from './context.ts'
import { createCustomer, payPracticeGrant } from './create-customer.ts'
import { checkedCountry, checkedEmail, checkedName, checkedPhone } from './customer-details.ts'
import { Customers, type Customer } from './customers.ts'
import { findPayoutsWait } from './detail-store.ts'
import { declareIdentityJobs } from './jobs.ts'
import { createMailCodes } from './mail-codes.ts'
import { createPersonalData, hashKey } from './personal-data.ts'
import { provenEmails } from './proven-emails.ts'
import { Sessions } from './sessions.ts'
import { bindDeskCalls } from './desk/calls.ts'
import { createDeskContext, type DeskFact } from './desk/context.ts'
import { bindStatementCalls } from './statement.ts'
import { countCustomers, findCustomer, listSimulated, type CustomerKey } from './store.ts'
import { createThrottle } from './throttle.ts'
import { findHeldStandings, lockStanding } from './security/account-store.ts'
import { bindSecurityCalls } from './security/calls.ts'
import type { PasswordListener } from './change-password.ts'
import { customerDetails, type ClosingCheck, type ClosingListener } from './security/close-account.ts'
import type { Exporter } from './security/export-data.ts'
import { createDemandedFactor } from './security/demanded-factor.ts'
import { createFactors, type GivenFactor } from './security/factors.ts'
import {
  forgetPersons,
  otherAccountsInWords,
  otherOpenAccounts,
  type LastingCheck,
  type RecognitionListener,
  type RelatedAccount,
} from './same-person/recognise-person.ts'
import { insertMarks } from './same-person/store.ts'
import { announceStanding, freezeCustomer, releaseCustomer } from './security/freezing.ts'
import { lockGuards, requireProof, tellOwnerOf } from './security/proof.ts'
import { SignInHistory } from './security/sign-in-history.ts'
import { Standings, type Standing } from './standings.ts'
import { writeToCustomer } from './write-to-customer.ts'
import { bindVerificationCalls } from './verification/calls.ts'
import type { VerificationContext } from './verification/context.ts'
import { declareVerificationJobs } from './verification/delete-documents.ts'
import { exportPictures } from './verification/export-pictures.ts'
import { showDocuments } from './verification/show-documents.ts'
import { countVerificationQueue } from './verification/review-documents.ts'

export { registerCountries } from './countries.ts'
export { tradingAccount } from './create-customer.ts'
export type { Customer } from './customers.ts'
export type { ClosingCheck, ClosingListener } from './security/close-account.ts'
export type { Exporter } from './security/export-data.ts'
export type { LastingCheck, RecognitionListener } from './same-person/recognise-person.ts'
export { identitySealed } from './sealed-values.ts'
export type { GivenFactor } from './security/factors.ts'
export type { Standing } from './standings.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A session has ended: whoever remembers it or serves a socket for it stops at once. */
    'session.revoked': { sessionId: string; customerId: string }
    /** A customer was verified, rejected, frozen, released or has closed the account. */
    'standing.changed': { customerId: string }
  }
}

/**
 * A customer of a seeded world or a benchmark. Without a password nobody can sign in, until one is set by mail. A `simulated` one is an account
 * that no person holds: it gets no grant and is never counted among customers.
 */
export type AddedCustomer = {
  email: string
  name: string
  password?: string
  country: string
  phone: string
  currency: CashAsset
  simulated?: true
}

export type Identity = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof identityCalls> &
    Bindings<typeof customersCalls> &
    Bindings<typeof statementCalls> &
    Bindings<typeof securityCalls> &
    Bindings<typeof verificationCalls>
  /** The session of a secret. At most a second old, and answered without a promise where it is in memory. */
  sessionOf: SessionFinder
  /** Refuses calls of customers without a second factor, if the operator demands one of every account. */
  guard: CustomerGuard
  /** Answered without a promise where the customer is in memory, as everyone with a session in memory is. */
  customer(customerId: string): Customer | Promise<Customer>
  /** Makes a customer without a mailed code and without a look at other accounts of the person, grant included. Throws `Refused`. */
  addCustomer(added: AddedCustomer): Promise<Customer>
  /** Opens a session and answers its secret. */
  openSession(customerId: string): Promise<string>
  /** At most a second old, and answered without a promise where the customer has a session in use. */
  standing(customerId: string): Standing | Promise<Standing>
  /** Of many, the standing of those whose account is frozen or closed, by id, read now. */
  heldAmong(customerIds: readonly string[]): Promise<ReadonlyMap<string, Standing>>
  /** Ids of the accounts that no person holds, which are never counted among customers. */
  simulatedAccounts(): Promise<string[]>
  /** The standing as it is in this transaction; nobody changes it before its end. For what lets money out. */
  standingIn(tx: Executor, customerId: string): Promise<Standing>
  /** Until when the customer may withdraw nothing, because the email changed; undefined if nothing waits. */
  payoutsWaitUntil(ex: Executor, customerId: string): Promise<Date | undefined>
  /**
   * Freezes an account for an operator or by a rule of the product; `reason` is shown to the customer. False where it was
   * frozen so already. Call `standingChanged` after the commit.
   */
  freeze(tx: Executor, customerId: string, by: 'operator' | 'product', reason: string): Promise<boolean>
  /** Releases an account, whoever froze it; false where nothing did. Call `standingChanged` after the commit. */
  release(tx: Executor, customerId: string): Promise<boolean>
  /** Tells every process, and the customer's open pages, that the standing of an account has changed. */
  standingChanged(customerId: string): void
  /** Whether an authenticator app or a passkey is in force. */
  hasFactor(customerId: string): Promise<boolean>
  /** Throws `second_factor_required` if the account has no second factor and the operator demands one before money leaves. */
  requireFactorForPayouts(customerId: string): Promise<void>
  /**
   * Demands the second factor where one is set; nothing happens where none is. Throws `second_factor_needed`,
   * `second_factor_wrong`, `locked_out`, which the call declares (`factorInput` and `factorRefusals` of contract/security.ts). A code
   * that was right is used up, whatever becomes of the call: ask last, and outside of a transaction.
   */
  confirmFactor(session: Session, given: GivenFactor, ip?: string): Promise<void>
  /** Demands the present password, and the second factor if one is set. Throws what `proofRefusals` of contract/account-proof.ts lists. */
  requireProof(session: Session, given: { pwd: string } & GivenFactor): Promise<void>
  /** Locks what guards the account until the transaction ends. Throws `not_signed_in` if the session has ended since. */
  lockGuards(tx: Executor, session: Session): Promise<void>
  /** Who a customer is, for operators' pages; the caller audits the read. Empty texts for a closed account, undefined for an id that nobody has. */
  details(customerId: string): Promise<{ name: string; email: string } | undefined>
  /**
   * Queues a mail to a customer, in the language of their account, in the transaction of what it is about. Nothing goes to a closed account, nor
   * to an address that can't be decrypted, which raises an alarm.
   */
  write(tx: Executor, customerId: string, text: MailText, values?: Record<string, string>): Promise<void>
  /** Open accounts and when the first of them was made. */
  figures(): Promise<{ customers: number; sinceMs: number | null }>
  /** Adds a part to the file of `export`, under its name. Once a name. */
  addExporter(name: string, exporter: Exporter): void
  /** Adds a reason against closing an account. */
  onClosing(check: ClosingCheck): void
  /** Tells of each account that is closed, in the transaction that closes it. */
  onClosed(listener: ClosingListener): void
  /** Tells of each new password, in the transaction that sets it. */
  onNewPassword(listener: PasswordListener): void
  /** Tells of each customer who registers, in the transaction of the registration, with the referral code that was given. */
  onRegistered(listener: RegistrationListener): void
  /** Tells of each account that turns out to belong to a person with other accounts, in the transaction that finds it. */
  onRecognised(listener: RecognitionListener): void
  /** Adds a reason to recognise the person of a closed account when they return. */
  addLasting(check: LastingCheck): void
  /** The other open accounts of a person. New ones wait until the transaction ends. */
  otherOpenAccounts(tx: Executor, customerId: string): Promise<readonly RelatedAccount[]>
  /** Tells of each customer whose identity was verified, last in the transaction that verifies. */
  onVerified(listener: (tx: Executor, customerId: string, operatorId: string) => Promise<void>): void
  /** Adds what another module knows to the answer of `user`. */
  addToUser(part: UserPart): void
  /** Adds a line to the page on which operators look at a customer. Once a label. */
  addToDesk(label: string, fact: DeskFact): void
}

/** `operators` is needed where operators look at customers; benchmarks go without. */
export type IdentityNeighbours = { ledger: IdentityLedger; operators?: Operators }

/** Who customers are: sign-up, sign-in, sessions, lock-outs. Source: product.md sections 3 to 8. */
export function createIdentity(platform: Platform, { ledger, operators }: IdentityNeighbours): Identity {
  const { config, clock, db, mail, random, metrics } = platform
  const throttle = createThrottle(platform)
  const customers = new Customers(db)
  const standings = new Standings(platform)
  const sessions = new Sessions(platform, standings, (customer) => customers.remember(customer))
  const hasher = createPasswordHasher(random, platform.passwordCost)
  const codes = createMailCodes(platform, throttle)
  const personal = createPersonalData(platform.keys, random)
  const recoveryUsed = (tx: Executor, key: CustomerKey) => tellOwnerOf(identity, tx, key, 'recoveryUsed')
  const factors = createFactors(platform, { personal, throttle, recoveryUsed })
  const history = new SignInHistory(platform)
  const identity: IdentityContext = {
    bus: platform.bus,
    clock,
    config,
    db,
    mail,
    random,
    ledger,
    personal,
    unreadable: new UnreadableRows(platform),
    throttle,
    devices: createKnownDevices(platform, hashKey(platform.keys, 'known device')),
    codes,
    hasher,
    sessions,
    factors,
    demanded: createDemandedFactor({
      clock,
      factors,
      demand: operators?.watch('customerSecondFactor') ?? (() => 'optional'),
    }),
    history,
    exporters: new Map(),
    downloads: new Downloads(platform),
    closingChecks: [],
    closingListeners: [],
    passwordListeners: [],
    registrationListeners: [],
    recognitionListeners: [],
    lastingChecks: [],
    userParts: [],
  }
  metrics.gauge('password_hashes_waiting', 'Password hashes that wait for a turn', () => hasher.waiting())
  const verification: VerificationContext = {
    ...platform,
    personal,
    throttle,
    unreadable: identity.unreadable,
    operators,
    verifiedListeners: [],
  }
  const desk = createDeskContext(platform, { ledger, personal, operators, sessions })
  desk.facts.set('Other accounts of this person', (customerId) =>
    otherAccountsInWords(identity, { customerId, shard: shardOf(customerId) }),
  )
  declareIdentityJobs(platform, { sessions, history, forgetPersons: () => forgetPersons(identity) })
  declareVerificationJobs(platform, verification)
  identity.exporters.set('verification', (session) => showDocuments(verification, session))
  identity.exporters.set('pictures', (session) => exportPictures(verification, session))
  if (operators)
    identity.exporters.set('operators', async (session) =>
      operators.aboutCustomer(session.customerId, await provenEmails(identity, session)),
    )
  if (operators) identity.closingListeners.push((tx, { customerId }) => operators.forgetCustomer(tx, customerId))
  countVerificationQueue(verification)
  return {
    calls: {
      ...bindIdentityCalls(identity),
      ...bindDeskCalls(desk, identity),
      ...bindStatementCalls(identity),
      ...bindSecurityCalls(identity),
      ...bindVerificationCalls(verification),
    },
    sessionOf: (secrete, ip) => sessions.find(secrete, ip),
    guard: (session) => identity.demanded.guard(session),
    customer: (customerId) => customers.find(customerId),
    addCustomer: async (added) => customers.find(await addCustomer(identity, added)),
    openSession: (customerId) => openSession(identity, customerId),
    ...accountsFor(identity, standings),
    onVerified: (listener) => void verification.verifiedListeners.push(listener),
    addToDesk: (label, fact) => void desk.facts.set(label, fact),
    figures: () => countCustomers(db),
    start: async () => {},
    async stop() {
      standings.stop()
      await identity.downloads.stop()
      await sessions.stop()
    },
  }
}

type Accounts = Pick<
  Identity,
  | 'standing'
  | 'heldAmong'
  | 'simulatedAccounts'
  | 'standingIn'
  | 'payoutsWaitUntil'
  | 'freeze'
  | 'release'
  | 'standingChanged'
  | 'hasFactor'
  | 'requireFactorForPayouts'
  | 'confirmFactor'
  | 'requireProof'
  | 'lockGuards'
  | 'details'
  | 'write'
  | 'addExporter'
  | 'onClosing'
  | 'onClosed'
  | 'onNewPassword'
  | 'onRegistered'
  | 'onRecognised'
  | 'addLasting'
  | 'otherOpenAccounts'
  | 'addToUser'
>

/** What other modules may know and do about an account. */
function accountsFor(identity: IdentityContext, standings: Standings): Accounts {
  const keyOf = (customerId: string) => ({ customerId, shard: shardOf(customerId) })
  return {
    standing: (customerId) => standings.find(customerId),
    async heldAmong(customerIds) {
      const found = await findHeldStandings(identity.db, customerIds.map(keyOf))
      return new Map(found.map(({ id, frozenBy, closed, verified }) => [id, { frozen: frozenBy, closed, verified }]))
    },
    simulatedAccounts: () => listSimulated(identity.db),
    async standingIn(tx, customerId) {
      const stored = await lockStanding(tx, keyOf(customerId))
      invariant(stored, 'there is no customer of this id')
      return { frozen: stored.frozenBy, closed: stored.closed, verified: stored.verified }
    },
    payoutsWaitUntil: (ex, customerId) => findPayoutsWait(ex, keyOf(customerId), identity.clock.now()),
    freeze: (tx, customerId, _by, reason) => freezeCustomer(identity, tx, customerId, reason),
    release: (tx, customerId) => releaseCustomer(tx, customerId),
    standingChanged: (customerId) => announceStanding(identity, customerId),
    hasFactor: (customerId) => identity.factors.isSet(keyOf(customerId)),
    requireFactorForPayouts: (customerId) => identity.demanded.requireForPayouts(keyOf(customerId)),
    async confirmFactor(session, given) {
      await identity.factors.confirm(session, given)
    },
    async requireProof(session, given) {
      await requireProof(identity, session, given)
    },
    lockGuards,
    details: (customerId) => customerDetails(identity, keyOf(customerId)),
    write: (tx, customerId, text, values) => writeToCustomer(identity, tx, keyOf(customerId), text, values),
    addExporter(name, exporter) {
      invariant(!identity.exporters.has(name), `two exporters called ${name}`)
      identity.exporters.set(name, exporter)
    },
    onClosing: (check) => void identity.closingChecks.push(check),
    onClosed: (listener) => void identity.closingListeners.push(listener),
    onNewPassword: (listener) => void identity.passwordListeners.push(listener),
    onRegistered: (listener) => void identity.registrationListeners.push(listener),
    onRecognised: (listener) => void identity.recognitionListeners.push(listener),
    addLasting: (check) => void identity.lastingChecks.push(check),
    otherOpenAccounts: (tx, customerId) => otherOpenAccounts(identity, tx, keyOf(customerId)),
    addToUser: (part) => void identity.userParts.push(part),
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
    simulated: added.simulated ?? false,
    language: sourceLanguage,
    passwordHash: await (added.password === undefined
      ? identity.hasher.unknown()
      : identity.hasher.hash(added.password)),
  }
  return identity.db.transaction().execute(async (tx) => {
    const { customerId, shard } = await createCustomer(identity, tx, details)
    if (added.simulated) return customerId
    await insertMarks(tx, { customerId, shard }, identity.personal.personMarks(details), identity.clock.nowMs())
    await payPracticeGrant(identity, tx, customerId, added.currency)
    return customerId
  })
}

async function openSession({ db, sessions }: IdentityContext, customerId: string): Promise<string> {
  const customer = await findCustomer(db, { customerId, shard: shardOf(customerId) })
  const secret = customer && (await sessions.open(db, customer, { ip: '', userAgent: '' }, 'handover'))
  invariant(secret, 'there is no customer of this id')
  return secret
}
