const lookEveryMs = 200

/**
 * Calls `onGone` once when the process `parentPid`, which started us, has ended, by whatever signal. Without a number nothing is watched.
 */
export function onParentGone(parentPid: string | undefined, onGone: () => void): void {
  if (!parentPid) return
  const timer = setInterval(() => {
    if (process.ppid === Number(parentPid)) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
}
