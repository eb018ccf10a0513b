import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../tests/harness.ts'
import { root } from '../tests/repo-rules/sources.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.stop())

const fault = 'https://github.com/advisories/GHSA-aaaa'
const report = (via: object[]) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: via.length > 0 ? { qs: { via } } : {} })
const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-audit-'))

/** Runs the command with a stored report. */
function audit(text: string): Promise<{ code: number; printed: string }> {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, text)
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    DATABASE_URL: platform.databaseUrl,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  return new Promise((resolve) =>
    execFile(process.execPath, ['scripts/audit-components.ts', '--report', file], { cwd: root, env }, (error, stdout) =>
      resolve({ code: error ? 1 : 0, printed: stdout }),
    ),
  )
}
const openAlarms = async () => (await platform.alarms.open()).map(({ kind, subject }) => [kind, subject])

describe('npm run audit:components', () => {
  const known = report([{ name: 'qs', title: 'Denial of service', url: fault, severity: 'high' }])

  it('raises no alarm while there is time to update', async () => {
    expect(await audit(known)).toMatchObject({
      code: 0,
      printed: expect.stringMatching(
        new RegExp(
          String.raw`^high: qs: Denial of service \(\S+\): update by \d{4}-\d\d-\d\d\n` +
            String.raw`1 known vulnerabilities in production packages, 0 overdue\.\n$`,
        ),
      ),
    })
    expect(await openAlarms()).toEqual([])
  })

  it('raises an alarm for each overdue vulnerability, and clears it after the update', async () => {
    writeFileSync(path.join(folder, 'component-faults.json'), JSON.stringify({ [fault]: Date.UTC(2026, 0, 1) }))
    expect(await audit(known)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('update by 2026-01-08, OVERDUE'),
    })
    expect(await openAlarms()).toEqual([['component_overdue', fault]])
    expect((await audit(report([]))).code).toBe(0)
    expect(await openAlarms()).toEqual([])
  })

  it('raises an alarm if the registry publishes no list of vulnerabilities', async () => {
    expect(await audit('{"message":"405 Method Not Allowed","error":{"summary":""}}')).toMatchObject({
      code: 1,
      printed: expect.stringContaining('405 Method Not Allowed'),
    })
    expect(await openAlarms()).toEqual([['components_unchecked', 'npm audit']])
    expect((await audit(report([]))).code).toBe(0)
    expect(await openAlarms()).toEqual([])
  })
})
