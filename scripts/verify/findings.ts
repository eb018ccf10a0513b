/** A verifier's findings: faults, and open points that neither the document nor the public record can decide. */
export class Findings {
  readonly faults: string[] = []
  readonly open: string[] = []

  /** Adds a fault if the found value differs from the expected one. Compares both as text. */
  expect(what: string, expected: unknown, found: unknown): void {
    if (String(expected) !== String(found))
      this.faults.push(`${what} is ${String(found)}, expected ${String(expected)}`)
  }

  /** Adds `what` as a fault unless `holds`. */
  need(what: string, holds: boolean): void {
    if (!holds) this.faults.push(what)
  }
}

/** Runs a check. Reports values that can't be parsed, such as text instead of a number, as faults. */
export async function examine(check: (findings: Findings) => void | Promise<void>): Promise<Findings> {
  const findings = new Findings()
  try {
    await check(findings)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) throw error
    findings.faults.push(`a value can't be parsed: ${error.message}`)
  }
  return findings
}

/** Returns the time in a version 7 UUID, in epoch milliseconds. */
export const uuidMs = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/**
 * Parses a decimal into units of 10^-`scale`. Throws `SyntaxError` if it isn't one or has more than `scale` decimals.
 */
export function scaled(text: string, scale: number): bigint {
  const found = /^(-?\d+)(?:\.(\d+))?$/.exec(text)
  if (!found || (found[2]?.length ?? 0) > scale)
    throw new SyntaxError(`${text} is not a number with at most ${scale} decimals`)
  return BigInt(found[1]! + (found[2] ?? '').padEnd(scale, '0'))
}
