/** What a verifier found in a document: what is wrong, and what neither the document nor the public record can decide. */
export class Findings {
  readonly faults: string[] = []
  readonly open: string[] = []

  /** Notes a fault if the value found is not the one expected. Both are compared as text. */
  expect(what: string, expected: unknown, found: unknown): void {
    if (String(expected) !== String(found))
      this.faults.push(`${what} is ${String(found)}, expected ${String(expected)}`)
  }

  /** Notes a fault if something does not hold. */
  need(what: string, holds: boolean): void {
    if (!holds) this.faults.push(what)
  }
}

/** Runs a check. Values that can't be read, such as a text where a number belongs, are a fault of the document. */
export async function examine(check: (findings: Findings) => void | Promise<void>): Promise<Findings> {
  const findings = new Findings()
  try {
    await check(findings)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) throw error
    findings.faults.push(`a value can't be read: ${error.message}`)
  }
  return findings
}

/** Returns the time in a UUID of version 7, epoch ms. */
export const uuidMs = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** A decimal text in units of ten to the minus `scale`. Throws `SyntaxError` if it isn't one, or has more decimals. */
export function scaled(text: string, scale: number): bigint {
  const found = /^(-?\d+)(?:\.(\d+))?$/.exec(text)
  if (!found || (found[2]?.length ?? 0) > scale)
    throw new SyntaxError(`${text} is not a number with at most ${scale} decimals`)
  return BigInt(found[1]! + (found[2] ?? '').padEnd(scale, '0'))
}
