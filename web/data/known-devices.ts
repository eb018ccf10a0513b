const storageKey = 'devices'
/** Maximum number of accounts to keep a secret for. The server checks no more. */
const keptAtMost = 6

/**
 * Returns the header that proves which accounts have signed in on this device, so that strangers' failed attempts
 * don't lock it out. The secrets grant no access and survive sign-out.
 */
export function deviceHeader(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

/** Stores the secret that a sign-in gave this device, before the older secrets. */
export function keepDevice(device: string): void {
  const kept = (localStorage.getItem(storageKey) ?? '')
    .split(',')
    .filter((secret) => secret !== '' && secret !== device)
  // Secrets with the same prefix belong to the same device, so the new one replaces the old one.
  const others = kept.filter((secret) => secret.slice(0, 21) !== device.slice(0, 21))
  localStorage.setItem(storageKey, [device, ...others].slice(0, keptAtMost).join(','))
}
