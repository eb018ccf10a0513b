const storageKey = 'devices'
/** As many accounts as the server looks at. */
const keptAtMost = 6
/** Calls that prove an account, and those that ask for a code: they carry what this device keeps. */
const carrying: ReadonlySet<string> = new Set(['login', 'resetcode', 'reset', 'operators.login'])

/**
 * Returns the header that shows the server which accounts signed in on this device before, so that strangers' wrong tries don't lock it out.
 * The secrets open nothing by themselves; signing out keeps them.
 */
export function deviceHeader(call: string): string | undefined {
  if (!carrying.has(call) || typeof localStorage === 'undefined') return undefined
  return localStorage.getItem(storageKey) ?? undefined
}

/** Keeps the secret of an answer that has one, the newest first. */
export function keepDevice(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('device' in answer) || typeof answer.device !== 'string') return
  const kept = (localStorage.getItem(storageKey) ?? '').split(',').filter((secret) => secret !== '' && secret !== answer.device)
  // The same device has the same beginning: its older secret goes.
  const others = kept.filter((secret) => secret.slice(0, 21) !== (answer.device as string).slice(0, 21))
  localStorage.setItem(storageKey, [answer.device, ...others].slice(0, keptAtMost).join(','))
}
