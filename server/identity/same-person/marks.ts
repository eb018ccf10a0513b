/** Normalises the details that two accounts of one person share. Does no I/O. */

/** Mail providers that ignore dots in the local part, with all their domains. */
const dotlessDomains: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * Returns the mailbox behind a normalised address: removes the plus suffix, and the dots where the provider ignores
 * them. Use it for matching only; emails are sent to the address as entered.
 */
export function foldedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const beforePlus = local.split('+')[0] || local
  const sameMailbox = dotlessDomains[domain]
  return sameMailbox ? `${beforePlus.replaceAll('.', '')}@${sameMailbox}` : `${beforePlus}@${domain}`
}

/** Returns the sorted words of a name, without case, accents or punctuation. */
export function foldedName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')
}

/** How long a practice grant counts after its account is closed, in months. */
export const grantRememberedMonths = 24
/**
 * How long an operator's flag is kept after the account is closed, in months, unless an operator removes it earlier.
 */
export const flagsRememberedMonths = 60

/** Returns the time `months` calendar months before `nowMs`, in UTC. */
export function monthsBefore(nowMs: number, months: number): Date {
  const date = new Date(nowMs)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}
