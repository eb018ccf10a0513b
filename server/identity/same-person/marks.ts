/** What two accounts of one person have in common, brought into one form. No IO. */

/** Mail providers that ignore dots in the local part, by every domain of theirs. */
const dotlessDomains: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * Returns the mailbox behind a normalised address: without what follows a plus, and without dots where the provider ignores
 * them. For matching only; mail goes to the address as it was entered.
 */
export function foldedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const beforePlus = local.split('+')[0] || local
  const sameMailbox = dotlessDomains[domain]
  return sameMailbox ? `${beforePlus.replaceAll('.', '')}@${sameMailbox}` : `${beforePlus}@${domain}`
}

/** Returns the words of a name without case, accents, marks and order. */
export function foldedName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')
}

/** How long after closing the practice grant counts as given. */
export const grantRememberedMonths = 24
/** How long after closing an operator's flag is kept, unless an operator removes it earlier. */
export const flagsRememberedMonths = 60

/** Returns the time `months` calendar months before `nowMs`, in UTC. */
export function monthsBefore(nowMs: number, months: number): Date {
  const date = new Date(nowMs)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}
