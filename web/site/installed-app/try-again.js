// On the offline page: retries at increasing intervals and opens the requested page when the server is back.
const firstWaitMs = 2_000
const longestWaitMs = 30_000
let waitMs = firstWaitMs
let timer

async function tryAgain() {
  clearTimeout(timer)
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' })
    if (answer.ok) return location.reload()
  } catch {
    // Still unreachable.
  }
  timer = setTimeout(tryAgain, waitMs)
  waitMs = Math.min(2 * waitMs, longestWaitMs)
}

document.querySelector('button').addEventListener('click', tryAgain)
addEventListener('online', tryAgain)
timer = setTimeout(tryAgain, waitMs)
