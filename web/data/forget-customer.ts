/** Local storage keys that belong to the browser, not to a customer. All other keys are deleted. */
const ofTheBrowser: ReadonlySet<string> = new Set([
  'color-scheme',
  'devices',
  'operator-secrete',
  'referral',
  'announcements-closed',
])

/**
 * Deletes what a customer left in this browser, such as drawings on charts, preferences and recent commands, so that
 * the next person on a shared machine finds none of it (OWASP ASVS 5.0, 14.3.1).
 */
export function forgetCustomer(storage: Storage = localStorage): void {
  for (const key of Object.keys(storage)) if (!ofTheBrowser.has(key)) storage.removeItem(key)
}
