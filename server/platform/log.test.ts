import { expect, it } from 'vitest'
import { createLog, type Log } from './log.ts'

/** Returns the log's output for one entry. */
function written(entry: (log: Log) => void): Record<string, any> {
  let line = ''
  entry(createLog('info', { write: (text) => void (line += text) }))
  return JSON.parse(line)
}

it('shows an error’s code, even if it looks like a code that was emailed', () => {
  for (const code of ['57014', '23505', 'ECONNREFUSED', 'ERR_HTTP_REQUEST_TIMEOUT']) {
    const err = Object.assign(new Error('it failed'), { code })
    expect(written((log) => log.error({ err, call: 'login' }, 'call failed'))).toMatchObject({
      call: 'login',
      err: { code, message: 'it failed' },
    })
    expect(written((log) => log.error(err)).err.code).toBe(code)
    expect(written((log) => log.child({ loop: 'settle' }).error({ err }))['err'].code).toBe(code)
  }
})

it('hides codes that were sent to people, at any nesting depth', () => {
  const entries: object[] = [
    { code: '12345' },
    { vcode: '12345' },
    { body: { code: '12345' } },
    { form: { body: { vcode: '12345', code: '12345' } } },
    { err: Object.assign(new Error('refused'), { details: { code: '12345', vcode: '12345' }, vcode: '12345' }) },
    { code: '12345', err: Object.assign(new Error('refused'), { code: 'bad_code' }) },
  ]
  for (const entry of entries) {
    const line = JSON.stringify(written((log) => log.info(entry)))
    expect(line).not.toContain('12345')
    expect(line).toContain('[hidden]')
  }
})

it('hides the row that the database quotes in an error', () => {
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org) already exists.',
  })
  expect(written((log) => log.error({ err })).err).toMatchObject({ code: '23505', detail: '[hidden]' })
})

it('writes each entry on one line, whatever its content', () => {
  let lines = ''
  const log = createLog('info', { write: (text) => void (lines += text) })
  log.info({ call: 'login\n{"level":30,"msg":"forged"}' }, 'refused\r\n{"msg":"forged"}')
  expect(lines.split('\n')).toHaveLength(2)
  expect(JSON.parse(lines)).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'refused\r\n{"msg":"forged"}',
  })
})
