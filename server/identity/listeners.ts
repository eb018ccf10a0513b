import type { CustomerKey } from './store.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Session } from '../platform/http/http.ts'
import type { PhraseCode } from '../../api/sentences/sentences.ts'

/** Another module's listener, which runs in the transaction that sets a new password. */
export type PasswordListener = (tx: Executor, customer: CustomerKey) => Promise<void>

/**
 * Returns why an account can't be closed now, as a sentence for its customer, or undefined. Runs in the closing
 * transaction, which has locked the customer's row.
 */
export type ClosingCheck = (tx: Executor, session: Session) => Promise<PhraseCode | undefined>

/**
 * Runs in the transaction that closes an account, before its balances are surrendered. The module erases its own
 * data that identifies the customer; the erasure commits together with the closing or not at all.
 */
export type ClosingListener = (tx: Executor, session: Pick<Session, 'customerId' | 'shard'>) => Promise<void>

/** Keyed by the part's name in the exported file. */
export type Exporters = Map<string, Exporter>

/** Runs in the transaction that links an account to a person with other current or former accounts. */
export type RecognitionListener = (tx: Executor, customerId: string, others: readonly RelatedAccount[]) => Promise<void>

/** Returns the closed accounts whose former owners must still be recognised. */
export type LastingCheck = (ex: Executor, customerIds: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * The data that a module stores about a customer, as plain JSON or a promise of it, for the customer's own session. A
 * potentially long list is an async iterable that reads `snapshot` page by page and can be read more than once.
 */
export type Exporter = (session: Session, snapshot: Executor) => unknown

/**
 * An account that shares a mark. `sameMailbox` means that the accounts share a mailbox, which an emailed code proves;
 * anyone can enter a name and a phone number.
 */
export type RelatedAccount = CustomerKey & { sameMailbox: boolean }
