const lookEveryMs = 200

/** Calls `onGone` once when the parent process `parentPid` ends, for any reason. Does nothing without `parentPid`. */
export function onParentGone(parentPid: string | undefined, onGone: () => void): void {
  if (!parentPid) return
  const timer = setInterval(() => {
    if (process.ppid === Number(parentPid)) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
}
