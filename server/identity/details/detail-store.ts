import { sql } from 'kysely'
import type { CustomerField } from '../../../api/calls/identity/customers.ts'
import type { Executor } from '../../platform/database/database.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from '../store.ts'
import {
  bytea,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  timestamptz,
  type RowOf,
} from '../../platform/database/rows.ts'

/** SQL for changes to a name, an email address or a phone number, by the customer or by operators. */

/** Returns an open account, locked until the transaction ends, or undefined for a closed one. */
export async function lockCustomer(
  tx: Executor,
  { customerId, shard }: CustomerKey,
): Promise<StoredCustomer | undefined> {
  const { rows } = await sql`
    SELECT 1 FROM identity.customer WHERE shard = ${shard} AND id = ${customerId} AND closed_at IS NULL
    FOR UPDATE`.execute(tx)
  return rows.length > 0 ? findCustomer(tx, { customerId, shard }) : undefined
}

/** Writes one sealed detail of an open account. */
export async function setDetails(
  tx: Executor,
  { customerId, shard }: CustomerKey,
  field: CustomerField,
  sealed: Buffer,
): Promise<void> {
  const column = sql.ref({ name: 'name_sealed', email: 'email_sealed', phone: 'phone_sealed' }[field])
  await sql`
    UPDATE identity.customer SET ${column} = ${sealed}
    WHERE shard = ${shard} AND id = ${customerId} AND closed_at IS NULL`.execute(tx)
}

/** Records whether the customer proved the account's email. */
export async function setEmailProven(tx: Executor, { customerId, shard }: CustomerKey, proven: boolean): Promise<void> {
  await sql`
    UPDATE identity.customer SET email_proven = ${proven} WHERE shard = ${shard} AND id = ${customerId}`.execute(tx)
}

const formerEmailRow = row({ emailSealed: bytea, replacedAt: timestamptz })
export type FormerEmail = RowOf<typeof formerEmailRow>

/** Stores the proven email that a new one replaces. */
export async function insertFormerEmail(
  tx: Executor,
  { customerId, shard }: CustomerKey,
  former: FormerEmail & { id: string },
): Promise<void> {
  await sql`
    INSERT INTO identity.former_email (shard, customer_id, id, email_sealed, replaced_at)
    VALUES (${shard}, ${customerId}, ${former.id}, ${former.emailSealed}, ${former.replacedAt})`.execute(tx)
}

export async function listFormerEmails(ex: Executor, { customerId, shard }: CustomerKey): Promise<FormerEmail[]> {
  return queryRows(ex, formerEmailRow)`
    SELECT email_sealed, replaced_at FROM identity.former_email
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY replaced_at, id`
}

export async function deleteAddress(tx: Executor, { customerId }: CustomerKey, addressHash: Buffer): Promise<void> {
  await sql`DELETE FROM identity.address WHERE address_hash = ${addressHash} AND customer_id = ${customerId}`.execute(
    tx,
  )
}

/** Deletes all codes emailed to an address. */
export async function deleteMailCodesOf(tx: Executor, addressHash: Buffer): Promise<void> {
  await sql`DELETE FROM identity.mail_code WHERE address_hash = ${addressHash}`.execute(tx)
}

const untilRow = row({ until: timestamptz })

/** Blocks withdrawals until `until`, unless they are already blocked for longer. Returns the end of the block. */
export async function delayPayouts(tx: Executor, { customerId, shard }: CustomerKey, until: Date): Promise<Date> {
  const found = await queryOne(tx, untilRow)`
    UPDATE identity.customer SET payouts_wait_until = greatest(payouts_wait_until, ${until}::timestamptz)
    WHERE shard = ${shard} AND id = ${customerId} RETURNING payouts_wait_until AS until`
  return found.until
}

/** Returns the time until which withdrawals are blocked, or undefined if they aren't blocked at `now`. */
export async function findPayoutsWait(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  now: Date,
): Promise<Date | undefined> {
  const found = await queryFirst(ex, untilRow)`
    SELECT payouts_wait_until AS until FROM identity.customer
    WHERE shard = ${shard} AND id = ${customerId} AND payouts_wait_until > ${now}`
  return found?.until
}

const emailProposalRow = row({ approvalId: text, emailSealed: bytea })
export type EmailProposal = RowOf<typeof emailProposalRow>

/** Stores the address that a second operator will decide on, replacing an earlier proposal. */
export async function replaceEmailProposal(
  tx: Executor,
  { customerId, shard }: CustomerKey,
  proposal: EmailProposal,
  expiresAt: Date,
): Promise<void> {
  const { approvalId, emailSealed } = proposal
  await sql`
    INSERT INTO identity.email_proposal (shard, customer_id, approval_id, email_sealed, expires_at)
    VALUES (${shard}, ${customerId}, ${approvalId}, ${emailSealed}, ${expiresAt})
    ON CONFLICT (shard, customer_id) DO UPDATE
    SET approval_id = excluded.approval_id, email_sealed = excluded.email_sealed,
      expires_at = excluded.expires_at`.execute(tx)
}

export async function findEmailProposal(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  now: Date,
): Promise<EmailProposal | undefined> {
  return queryFirst(ex, emailProposalRow)`
    SELECT approval_id, email_sealed FROM identity.email_proposal
    WHERE shard = ${shard} AND customer_id = ${customerId} AND expires_at > ${now}`
}

export async function deleteEmailProposal(tx: Executor, { customerId, shard }: CustomerKey): Promise<void> {
  await sql`DELETE FROM identity.email_proposal WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
}
