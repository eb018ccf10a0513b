import { expect, test } from 'vitest'
import { connectionOf } from './connection-state.ts'

test.each([
  ['live', true, false, 'live'],
  ['live', true, true, 'catching-up'],
  ['lost', true, true, 'reconnecting'],
  ['connecting', true, false, 'connecting'],
  ['idle', true, false, 'connecting'],
  ['live', false, false, 'offline'],
] as const)('%s, online %s, catching up %s: %s', (status, online, catchingUp, shown) => expect(connectionOf(status, online, catchingUp)).toBe(shown))
