const lookEveryMs = 200

/** Calls `onGone` once when the parent process `parentPid` ends, for any reason. Without a number, watches nothing. */
export function onParentGone(parentPid: string | undefined, onGone: () => void): void {
  if (!parentPid) return
  const timer = setInterval(() => {
    if (process.ppid === Number(parentPid)) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
}
