import type { TextOrPhrase } from '../platform/stored-phrase.ts'
import type { CashAsset } from '../../api/money.ts'
import type { customersCalls } from '../../api/calls/identity/customers.ts'
import type { identityCalls } from '../../api/calls/identity/identity.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import { sourceLanguage } from '../../api/languages.ts'
import type { statementCalls } from '../../api/calls/identity/statement.ts'
import type { verificationCalls } from '../../api/calls/identity/verification.ts'
import type { Operators } from '../operators/public.ts'
import type { securityCalls } from '../../api/calls/identity/security.ts'
import type { Executor } from '../platform/database/database.ts'
import { Downloads } from '../platform/http/downloads.ts'
import type { Bindings, CustomerGuard, Session, SessionFinder } from '../platform/http/http.ts'
import type { MailText } from '../platform/mail/mail-texts.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { createKnownDevices } from '../platform/sign-in/known-devices.ts'
import { createPasswordHasher } from '../platform/secrets/password-hasher.ts'
import { invariant } from '../platform/http/refused.ts'
import { shardOf } from '../platform/random.ts'
import { bindIdentityCalls } from './calls.ts'
import type { IdentityContext, IdentityLedger, RegistrationListener, UserPart } from './context.ts'
import { createCustomer, payPracticeGrant } from './sign-up/create-customer.ts'
import { checkedCountry, checkedEmail, checkedName, checkedPhone } from './details/customer-details.ts'
import { Customers, type Customer } from './customers.ts'
import { findPayoutsWait } from './details/detail-store.ts'
import { declareIdentityJobs } from './jobs.ts'
import { createMailCodes } from './sign-up/mail-codes.ts'
import { createPersonalData, hashKey } from './details/personal-data.ts'
import { provenEmails } from './details/proven-emails.ts'
import { Sessions } from './sign-in/sessions.ts'
import { indexNames } from './name-search/index-names.ts'
import { correctEmail, emailCorrection } from './desk/correct-details.ts'
import { postCorrection } from './desk/propose-correction.ts'
import { countActive, countActiveSince, countSignUps, type Span } from './desk/figures-store.ts'
import { bindDeskCalls } from './desk/calls.ts'
import { createDeskContext, type DeskContext, type DeskFact, type ResultsOf } from './desk/context.ts'
import { countCustomers, findCustomer, listSimulated, type CustomerKey } from './store.ts'
import { createThrottle } from './sign-in/throttle.ts'
import { findHeldStandings, lockStanding } from './security/account-store.ts'
import { bindSecurityCalls } from './security/calls.ts'
import type { PasswordListener } from './listeners.ts'
import { customerDetails } from './security/close-account.ts'
import type { ClosingCheck, ClosingListener } from './listeners.ts'
import type { Exporter } from './listeners.ts'
import { createRequiredFactor } from './security/required-factor.ts'
import { createFactors, type GivenFactor } from './security/factors.ts'
import { forgetPersons, summaryOfOtherAccounts, otherOpenAccounts } from './same-person/recognise-person.ts'
import type { RelatedAccount } from './listeners.ts'
import type { LastingCheck, RecognitionListener } from './listeners.ts'
import { insertMarks } from './same-person/store.ts'
import { announceStanding, freezeCustomer, releaseCustomer } from './security/freezing.ts'
import { lockCredentials, requireProof, notifyOwnerOf } from './security/proof.ts'
import { SignInHistory } from './security/sign-in-history.ts'
import { Standings, type Standing } from './sign-in/standings.ts'
import { writeToCustomer } from './write-to-customer.ts'
import { bindVerificationCalls } from './verification/calls.ts'
import type { VerificationContext } from './verification/context.ts'
import { declareVerificationJobs } from './verification/delete-documents.ts'
import { exportPictures } from './verification/export-pictures.ts'
import { showDocuments } from './verification/show-documents.ts'
import { countVerificationQueue } from './verification/review-documents.ts'

export { registerCountries } from './sign-up/countries.ts'
export type { Customer } from './customers.ts'
export { identitySealed } from './sealed-values.ts'
export type { Standing } from './sign-in/standings.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A session ended. Every process drops its cached entry and closes its sockets. */
    'session.revoked': { sessionId: string; customerId: string }
    /** A customer was verified, rejected, frozen or unfrozen, or closed the account. */
    'standing.changed': { customerId: string }
  }
}

/**
 * A customer in a demonstration or a benchmark. Without a password, nobody can sign in until a reset by email sets one.
 * A `simulated` account belongs to no person: it gets no grant and is never counted as a customer.
 */
type AddedCustomer = {
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
  /** Returns the session with this secret, at most one second out of date. Returns synchronously if cached. */
  sessionOf: SessionFinder
  /** Refuses calls from customers without a second factor, if the operator requires one for every account. */
  guard: CustomerGuard
  /** Returns synchronously if the customer is cached, as is everyone with a cached session. */
  customer(customerId: string): Customer | Promise<Customer>
  /** Returns whether a customer has the id. Closed accounts are customers too. */
  isCustomer(id: string): Promise<boolean>
  /**
   * Creates a customer and pays the grant, without an emailed code and without matching the person's other accounts.
   * Throws `Refused`.
   */
  addCustomer(added: AddedCustomer): Promise<Customer>
  /** Opens a session and returns its secret. */
  openSession(customerId: string): Promise<string>
  /** Returns the standing, at most one second out of date. Returns synchronously if a session is active. */
  standing(customerId: string): Standing | Promise<Standing>
  /** Returns the standing of those accounts that are frozen or closed, by id. */
  heldAmong(customerIds: readonly string[]): Promise<ReadonlyMap<string, Standing>>
  /** Returns the ids of simulated accounts, which are never counted as customers. */
  simulatedAccounts(): Promise<string[]>
  /**
   * Returns the standing within this transaction and locks it until the transaction ends. For actions that pay money
   * out.
   */
  standingIn(tx: Executor, customerId: string): Promise<Standing>
  /** Returns when an email change stops blocking withdrawals, or undefined. */
  payoutsWaitUntil(ex: Executor, customerId: string): Promise<Date | undefined>
  /**
   * Freezes an account on behalf of an operator or a product rule. The customer sees `reason`. Returns false if an
   * operator or a rule had already frozen it. Call `standingChanged` after the commit.
   */
  freeze(tx: Executor, customerId: string, by: 'operator' | 'product', reason: TextOrPhrase): Promise<boolean>
  /**
   * Unfreezes an account, no matter who froze it. Returns false if it wasn't frozen. Call `standingChanged` after the
   * commit.
   */
  release(tx: Executor, customerId: string): Promise<boolean>
  /** Announces to every process and to the customer's open pages that the standing changed. */
  standingChanged(customerId: string): void
  /** Returns whether an authenticator app or a passkey is active. */
  hasFactor(customerId: string): Promise<boolean>
  /**
   * Throws `second_factor_required` if the operator requires a second factor for withdrawals and the account has
   * none.
   */
  requireFactorForPayouts(customerId: string): Promise<void>
  /**
   * Verifies the second factor if the account has one. Throws `second_factor_needed`, `second_factor_wrong`,
   * `locked_out`, which the call must declare (`factorInput` and `factorRefusals` in api/calls/identity/security.ts). A
   * correct code is used up even if the call fails later, so call this last and outside a transaction.
   */
  confirmFactor(session: Session, given: GivenFactor, ip?: string): Promise<void>
  /**
   * Verifies the current password, and the second factor if one is set. Throws the refusals in `proofRefusals`, in
   * api/calls/identity/account-proof.ts.
   */
  requireProof(session: Session, given: { pwd: string } & GivenFactor): Promise<void>
  /** Locks the account's credentials until the transaction ends. Throws `not_signed_in` if the session has ended. */
  lockCredentials(tx: Executor, session: Session): Promise<void>
  /**
   * Returns a customer's details for operator pages; the caller audits the read. Empty strings for a closed account,
   * undefined for an unknown id.
   */
  details(customerId: string): Promise<{ name: string; email: string } | undefined>
  /**
   * Queues an email to a customer, in the account's language, within the caller's transaction. Sends nothing to a
   * closed account. If the address can't be decrypted, it sends nothing and raises an alarm.
   */
  write(tx: Executor, customerId: string, text: MailText, values?: Record<string, string>): Promise<void>
  /** Uses up one of the uploads that the customer may send per hour. Throws `locked_out`. */
  takeUpload(customerId: string): Promise<void>
  /** Returns the number of open accounts and when the first was created. */
  figures(): Promise<{ customers: number; sinceMs: number | null }>
  /** Counts customers for the desk, per span of time or since a moment, without simulated accounts. */
  deskFigures: {
    signUps(spans: readonly Span[]): Promise<number[]>
    active(spans: readonly Span[]): Promise<number[]>
    activeSince(sinceMs: number): Promise<number>
  }
  /** Adds a named part to the file that `export` returns. Each name must be unique. */
  addExporter(name: string, exporter: Exporter): void
  /** Adds a check that can prevent an account from closing. */
  onClosing(check: ClosingCheck): void
  /** Adds a listener for closed accounts. It runs in the transaction that closes the account. */
  onClosed(listener: ClosingListener): void
  /** Adds a listener for new passwords. It runs in the transaction that sets the password. */
  onNewPassword(listener: PasswordListener): void
  /** Adds a listener for registrations. It runs in the registration's transaction, with the given referral code. */
  onRegistered(listener: RegistrationListener): void
  /**
   * Adds a listener that runs when an account turns out to belong to a person with other accounts, in the transaction
   * that links them.
   */
  onRecognised(listener: RecognitionListener): void
  /** Adds a check that keeps the person behind a closed account recognisable when they return. */
  addLasting(check: LastingCheck): void
  /** Returns a person's other open accounts. Blocks new ones until the transaction ends. */
  otherOpenAccounts(tx: Executor, customerId: string): Promise<readonly RelatedAccount[]>
  /** Adds a listener for verified customers. It runs last in the transaction that verifies the customer. */
  onVerified(listener: (tx: Executor, customerId: string, operatorId: string) => Promise<void>): void
  /** Adds another module's fields to the response of the `user` call. */
  addToUser(part: UserPart): void
  /** Indexes names that are older than the name search. A job calls it every ten minutes. */
  indexNames(): Promise<void>
  /** Sets the function that returns customers' results from trading, for the desk's list. */
  resultsBy(results: ResultsOf): void
  /** Adds a line to the operators' customer page. Each label must be unique. */
  addToDesk(label: string, fact: DeskFact): void
}

/** `operators` is needed if operators view customers; benchmarks omit it. */
export type IdentityNeighbours = { ledger: IdentityLedger; operators?: Operators }

/** Creates what the module's actions share. */
function createContext(
  platform: Platform,
  { ledger, operators }: IdentityNeighbours,
  sessions: Sessions,
): IdentityContext {
  const { config, clock, db, mail, mailWriter, random } = platform
  const throttle = createThrottle(platform)
  const hasher = createPasswordHasher(random, platform.passwordCost)
  const codes = createMailCodes(platform, throttle)
  const personal = createPersonalData(platform.keys, random)
  const recoveryUsed = (tx: Executor, key: CustomerKey) => notifyOwnerOf(identity, tx, key, 'recoveryUsed')
  const factors = createFactors(platform, { personal, throttle, recoveryUsed })
  const history = new SignInHistory(platform)
  const identity: IdentityContext = {
    bus: platform.bus,
    clock,
    config,
    db,
    mail,
    mailWriter,
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
    requiredFactor: createRequiredFactor({
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
  return identity
}

/** Carries out what two operators approved, and exports and erases operators' records with the rest of an account. */
function connectOperators(identity: IdentityContext, desk: DeskContext, operators: Operators): void {
  operators.onApproved('correction', (tx, input, approved) => postCorrection(desk, tx, input, approved))
  operators.onApproved(emailCorrection, (tx, input, approved) => correctEmail(identity, tx, input, approved))
  identity.exporters.set('operators', async (session) =>
    operators.aboutCustomer(session.customerId, await provenEmails(identity, session)),
  )
  identity.closingListeners.push((tx, { customerId }) => operators.forgetCustomer(tx, customerId))
}

/**
 * Creates the module for customer identity: sign-up, sign-in, sessions, lockouts. Source: docs/spec/product.md sections
 * 3 to 8.
 */
export function createIdentity(platform: Platform, neighbours: IdentityNeighbours): Identity {
  const { db, metrics } = platform
  const { ledger, operators } = neighbours
  const customers = new Customers(db)
  const standings = new Standings(platform)
  const sessions = new Sessions(platform, standings, (customer) => customers.remember(customer))
  const identity = createContext(platform, neighbours, sessions)
  const { history, personal, throttle } = identity
  metrics.gauge('password_hashes_waiting', 'Password hashes waiting for a worker', () => identity.hasher.waiting())
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
    summaryOfOtherAccounts(identity, { customerId, shard: shardOf(customerId) }),
  )
  declareIdentityJobs(platform, {
    sessions,
    history,
    forgetPersons: () => forgetPersons(identity),
    indexNames: () => indexNames(identity),
  })
  declareVerificationJobs(platform, verification)
  identity.exporters.set('verification', (session) => showDocuments(verification, {}, { session }))
  identity.exporters.set('pictures', (session) => exportPictures(verification, session))
  if (operators) connectOperators(identity, desk, operators)
  countVerificationQueue(verification)
  return {
    calls: {
      ...bindIdentityCalls(identity),
      ...bindDeskCalls({ ...desk, identity }),
      ...bindSecurityCalls(identity),
      ...bindVerificationCalls(verification),
    },
    sessionOf: (secrete, ip) => sessions.find(secrete, ip),
    guard: (session) => identity.requiredFactor.guard(session),
    customer: (customerId) => customers.find(customerId),
    isCustomer: async (id) => !!(await findCustomer(db, { customerId: id, shard: shardOf(id) })),
    addCustomer: async (added) => customers.find(await addCustomer(identity, added)),
    openSession: (customerId) => openSession(identity, customerId),
    ...accountsFor(identity, standings),
    onVerified: (listener) => void verification.verifiedListeners.push(listener),
    indexNames: () => indexNames(identity),
    resultsBy: (results) => void (desk.results.of = results),
    addToDesk: (label, fact) => void desk.facts.set(label, fact),
    figures: () => countCustomers(db),
    deskFigures: {
      signUps: (spans) => countSignUps(db, spans),
      active: (spans) => countActive(db, spans),
      activeSince: (sinceMs) => countActiveSince(db, sinceMs),
    },
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
  | 'lockCredentials'
  | 'details'
  | 'takeUpload'
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

/** Returns the functions with which other modules read and change accounts. */
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
      invariant(stored, 'no customer has this id')
      return { frozen: stored.frozenBy, closed: stored.closed, verified: stored.verified }
    },
    payoutsWaitUntil: (ex, customerId) => findPayoutsWait(ex, keyOf(customerId), identity.clock.now()),
    freeze: (tx, customerId, _by, reason) => freezeCustomer(identity, tx, customerId, reason),
    release: (tx, customerId) => releaseCustomer(tx, customerId),
    standingChanged: (customerId) => announceStanding(identity, customerId),
    hasFactor: (customerId) => identity.factors.isSet(keyOf(customerId)),
    requireFactorForPayouts: (customerId) => identity.requiredFactor.requireForPayouts(keyOf(customerId)),
    async confirmFactor(session, given) {
      await identity.factors.confirm(session, given)
    },
    async requireProof(session, given) {
      await requireProof(identity, session, given)
    },
    lockCredentials,
    async takeUpload(customerId) {
      await identity.throttle.take(['uploadsOfCustomer', customerId])
    },
    details: (customerId) => customerDetails(identity, keyOf(customerId)),
    write: (tx, customerId, text, values) => writeToCustomer(identity, tx, keyOf(customerId), text, values),
    addExporter(name, exporter) {
      invariant(!identity.exporters.has(name), `two exporters have the name ${name}`)
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
  invariant(secret, 'no customer has this id')
  return secret
}
