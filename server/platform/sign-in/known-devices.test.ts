import { describe, expect, it } from 'vitest'
import { createStillClock } from '../time/clock.ts'
import { createKnownDevices } from './known-devices.ts'
import { systemRandom } from '../random.ts'

const clock = createStillClock(Date.UTC(2026, 0, 5))
const devices = createKnownDevices({ clock, random: systemRandom }, Buffer.alloc(32, 1))
const [ada, ben] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)]

describe('the secret of a known device', () => {
  it('identifies the same device for the same account, even among other secrets, but for no other account', () => {
    const secret = devices.issue(ada)
    const id = devices.find(secret, ada)!
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(devices.find(`${devices.issue(ben)},${secret}`, ada)).toBe(id)
    expect(devices.find(secret, ben)).toBeUndefined()
    expect(devices.find(devices.issue(ada, id), ada)).toBe(id)
  })

  it.each(['', ',', 'x', 'A'.repeat(51), 'A'.repeat(600)])('is refused if it is malformed: %j', (secret) =>
    expect(devices.find(secret, ada)).toBeUndefined(),
  )

  it('expires after a year, and is invalid under another key', async () => {
    const secret = devices.issue(ada)
    expect(createKnownDevices({ clock, random: systemRandom }, Buffer.alloc(32, 9)).find(secret, ada)).toBeUndefined()
    await clock.advance(365 * 86_400_000)
    expect(devices.find(secret, ada)).toBeUndefined()
  })
})
