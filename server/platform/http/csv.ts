/** Encodes a CSV field (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe; numbers don't. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r＝＋－＠]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Encodes a line of CSV. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`
