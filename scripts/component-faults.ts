/** Rules for known vulnerabilities in packages. No I/O. Source: docs/security/components.md, “Time limits”. */

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

/** A published vulnerability in a production package. `id` is the URL of the advisory. */
export type Fault = { id: string; component: string; title: string; severity: Severity }
/**
 * A vulnerability, with the time when a check first found it and the time by which it must be fixed (epoch
 * milliseconds).
 */
export type DatedFault = Fault & { firstSeenAtMs: number; dueAtMs: number }
/** Maps a vulnerability's id to the time when a check first found it, in epoch milliseconds. */
export type FirstSeen = Readonly<Record<string, number>>

const dayMs = 86_400_000

/** Days within which a vulnerability must be fixed. A test compares them with the document. */
export const limitDays: Readonly<Record<Severity, number>> = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 }

/** The output of `npm audit --json` isn't a report: the registry publishes none, or didn't respond. */
export class UnreadableReport extends Error {}

type Via = string | { name?: unknown; url?: unknown; title?: unknown; severity?: unknown }

/** Returns each vulnerability in the output of `npm audit --json` once. Throws `UnreadableReport`. */
export function readReport(text: string): Fault[] {
  const report = parsed(text)
  if (typeof report.vulnerabilities !== 'object' || report.vulnerabilities === null)
    throw new UnreadableReport(reasonIn(report))
  const listed = Object.values(report.vulnerabilities as Record<string, { via?: Via[] }>).flatMap(({ via = [] }) => via)
  // A string is the name of another listed package, which has the vulnerability.
  const faults = listed.filter((one) => typeof one !== 'string').map(faultOf)
  return [...new Map(faults.map((fault) => [fault.id, fault])).values()]
}

type Report = { vulnerabilities?: unknown; message?: unknown; error?: { summary?: unknown } }

function parsed(text: string): Report {
  try {
    const report: unknown = JSON.parse(text)
    if (typeof report === 'object' && report !== null) return report
  } catch {
    // Reported below, like any other text that isn't a report.
  }
  throw new UnreadableReport('npm audit printed no report')
}

function reasonIn({ message, error }: Report): string {
  return String(message || error?.summary || 'npm audit printed no list of vulnerabilities').slice(0, 200)
}

function faultOf({ name, url, title, severity }: Exclude<Via, string>): Fault {
  const known = severities.find((one) => one === severity)
  // An unknown severity counts as the highest, so it can't be overlooked.
  return {
    id: String(url ?? `${String(name)}: ${String(title)}`),
    component: String(name),
    title: String(title),
    severity: known ?? 'critical',
  }
}

/** Returns the vulnerabilities with their time limits. For a new one, the time starts at `nowMs`. */
export function withLimits(faults: readonly Fault[], seen: FirstSeen, nowMs: number): DatedFault[] {
  return faults.map((fault) => {
    const firstSeenAtMs = seen[fault.id] ?? nowMs
    return { ...fault, firstSeenAtMs, dueAtMs: firstSeenAtMs + limitDays[fault.severity] * dayMs }
  })
}

/** Returns the vulnerabilities whose time limit has passed. */
export const overdue = (faults: readonly DatedFault[], nowMs: number): DatedFault[] =>
  faults.filter(({ dueAtMs }) => dueAtMs <= nowMs)
