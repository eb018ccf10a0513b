import { expect, test } from 'vitest'
import { connectionOf } from './connection-state.ts'

test.each([
  ['live', true, false, 'here', 'live'],
  ['live', true, true, 'here', 'catching_up'],
  ['lost', true, true, 'here', 'reconnecting'],
  ['connecting', true, false, 'here', 'connecting'],
  ['idle', true, false, 'here', 'connecting'],
  ['live', false, false, 'here', 'offline'],
  ['live', true, false, 'loading', 'connecting'],
  ['live', true, false, 'failed', 'no_symbols'],
  ['idle', true, false, 'failed', 'no_symbols'],
  ['lost', true, false, 'failed', 'reconnecting'],
  ['live', false, false, 'failed', 'offline'],
] as const)('%s, online %s, catching up %s, symbols %s: %s', (status, online, catchingUp, catalogue, shown) =>
  expect(connectionOf(status, online, catchingUp, catalogue, 20)).toBe(shown),
)

test('a live connection with a long round trip is slow', () => {
  expect(connectionOf('live', true, false, 'here', 500)).toBe('live')
  expect(connectionOf('live', true, false, 'here', 501)).toBe('slow')
  expect(connectionOf('live', true, false, 'here', null)).toBe('live')
})
