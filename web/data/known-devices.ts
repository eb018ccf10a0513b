const storageKey = 'devices'
/** As many accounts as the server looks at. */
const keptAtMost = 6

/**
 * Returns the header that shows the server which accounts signed in on this device before, so that strangers' wrong tries don't lock it out.
 * The secrets open nothing by themselves; signing out keeps them.
 */
export function deviceHeader(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

/** Keeps the secret that a sign-in gave this device, the newest first. */
export function keepDevice(device: string): void {
  const kept = (localStorage.getItem(storageKey) ?? '')
    .split(',')
    .filter((secret) => secret !== '' && secret !== device)
  // The same device has the same beginning: its older secret goes.
  const others = kept.filter((secret) => secret.slice(0, 21) !== device.slice(0, 21))
  localStorage.setItem(storageKey, [device, ...others].slice(0, keptAtMost).join(','))
}
