import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../tests/repo-rules/sources.ts'
import { limitDays, overdue, readReport, UnreadableReport, withLimits } from './component-faults.ts'

const day = 86_400_000
const address = (name: string) => `https://github.com/advisories/GHSA-${name}`
/** A report from npm 10. `express` is listed only because it depends on `qs`. */
const recorded = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    qs: {
      name: 'qs',
      severity: 'high',
      via: [
        {
          source: 1,
          name: 'qs',
          dependency: 'qs',
          title: 'Denial of service',
          url: address('aaaa'),
          severity: 'high',
          range: '<6.14.1',
        },
      ],
      effects: ['express'],
    },
    express: { name: 'express', severity: 'high', via: ['qs'], effects: [] },
    tar: {
      name: 'tar',
      severity: 'moderate',
      via: [
        { source: 2, name: 'tar', title: 'Overwrites files', url: address('bbbb'), severity: 'moderate' },
        { source: 3, name: 'tar', title: 'Reads files', url: address('cccc'), severity: 'critical' },
      ],
    },
    again: {
      name: 'again',
      severity: 'high',
      via: [{ source: 1, name: 'qs', title: 'Denial of service', url: address('aaaa'), severity: 'high' }],
    },
  },
  metadata: { vulnerabilities: { total: 4 } },
})

describe('readReport', () => {
  it('returns each vulnerability once, with the package that has it', () => {
    expect(readReport(recorded)).toEqual([
      { id: address('aaaa'), component: 'qs', title: 'Denial of service', severity: 'high' },
      { id: address('bbbb'), component: 'tar', title: 'Overwrites files', severity: 'moderate' },
      { id: address('cccc'), component: 'tar', title: 'Reads files', severity: 'critical' },
    ])
  })
  it('returns an empty list when the report has no vulnerabilities', () => {
    expect(readReport('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([])
  })
  it('counts an unknown severity as critical', () => {
    expect(readReport('{"vulnerabilities":{"a":{"via":[{"name":"a","title":"b","severity":"severe"}]}}}')).toEqual([
      { id: 'a: b', component: 'a', title: 'b', severity: 'critical' },
    ])
  })
  it.each([
    ['', 'npm audit printed no report'],
    ['npm warn audit 405', 'npm audit printed no report'],
    ['null', 'npm audit printed no report'],
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['{"error":{"summary":"offline"}}', 'offline'],
    ['{}', 'npm audit printed no list of vulnerabilities'],
  ])('rejects %j as a report', (text, reason) => {
    expect(() => readReport(text)).toThrow(UnreadableReport)
    expect(() => readReport(text)).toThrow(reason)
  })
})

describe('the time limits', () => {
  const nowMs = Date.UTC(2026, 10, 22)

  it('start when a check first finds a vulnerability, and depend on its severity', () => {
    const seen = { [address('aaaa')]: nowMs - 7 * day, [address('bbbb')]: nowMs - 7 * day }
    const faults = withLimits(readReport(recorded), seen, nowMs)
    expect(faults.map(({ id, dueAtMs }) => [id, (dueAtMs - nowMs) / day])).toEqual([
      [address('aaaa'), 0],
      [address('bbbb'), 23],
      [address('cccc'), 2],
    ])
    expect(overdue(faults, nowMs).map(({ id }) => id)).toEqual([address('aaaa')])
    expect(overdue(faults, nowMs + 2 * day).map(({ id }) => id)).toEqual([address('aaaa'), address('cccc')])
    expect(overdue(faults, nowMs - 1)).toEqual([])
  })
  it('match docs/security/components.md', () => {
    const table = /## Time limits([\s\S]*?)## /.exec(
      readFileSync(path.join(root, 'docs/security/components.md'), 'utf8'),
    )![1]!
    const days = [...table.matchAll(/^\| (known|high|medium|low)[^|]*\| [^|]*?(\d+) days/gm)].map(
      ([, severity, count]) => [severity, Number(count)],
    )
    expect(Object.fromEntries(days)).toEqual({
      known: limitDays.critical,
      high: limitDays.high,
      medium: limitDays.moderate,
      low: limitDays.low,
    })
  })
})
