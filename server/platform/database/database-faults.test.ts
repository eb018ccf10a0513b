import { expect, it } from 'vitest'
import { databaseFaultOf } from './database-faults.ts'

const failed = (code: string | undefined, message = 'failed') =>
  databaseFaultOf(Object.assign(new Error(message), { code }))

it.each([
  ['08006', 'lost'],
  ['57P01', 'lost'],
  ['25P04', 'lost'],
  ['40003', 'lost'],
  ['ECONNRESET', 'lost'],
  ['57014', 'busy'],
  ['55P03', 'busy'],
  ['40P01', 'busy'],
  ['40001', 'busy'],
  ['53300', 'busy'],
  ['53100', 'records_full'],
  ['53200', 'records_full'],
  ['58030', 'records_full'],
  ['25006', 'records_full'],
  ['XX001', 'records_full'],
  ['23505', undefined],
  ['42601', undefined],
  [undefined, undefined],
])('the error code %s is classified as %s', (code, fault) => expect(failed(code)).toBe(fault))

it('the driver’s error for a lost connection is recognised by its message', () => {
  expect(failed(undefined, 'Connection terminated unexpectedly')).toBe('lost')
})
