import { RecordFailed, type PublicRecord } from '../scripts/verify/record.ts'
import type { TestApi } from './harness.ts'

/** Returns a public record for verifiers. It makes a test's calls without a session, and caches each response. */
export function recordOf(call: TestApi['call']): PublicRecord {
  const known = new Map<string, Promise<unknown>>()
  const ask = async (name: string, query: Record<string, string | number> = {}) => {
    const { status, body } = await call(name, query)
    if (status !== 200) throw new RecordFailed(`${name}: ${status}`, status)
    return body as unknown
  }
  return (name, query) => {
    const key = JSON.stringify([name, query])
    if (!known.has(key)) known.set(key, ask(name, query))
    return known.get(key)! as never
  }
}
