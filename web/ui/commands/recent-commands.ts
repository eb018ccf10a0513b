const storageKey = 'recent-commands'
const maxKept = 8

/** IDs of commands chosen in this browser, newest first. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Stores an ID as the most recent one. */
export function rememberCommand(id: string): void {
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify([id, ...recentCommands().filter((one) => one !== id)].slice(0, maxKept)),
    )
  } catch {
    // Without storage, the list keeps its default order.
  }
}
