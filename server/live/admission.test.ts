import { beforeEach, describe, expect, it } from 'vitest'
import { LiveAdmission } from './admission.ts'
import { liveLimits } from './limits.ts'

let nowMs: number
let admission: LiveAdmission
beforeEach(() => {
  nowMs = 0
  admission = new LiveAdmission(liveLimits, () => nowMs)
})

/** Connects `count` visitors and returns those that were admitted. */
const connect = (count: number, ip: string, customerOf: (i: number) => string | undefined = () => undefined) =>
  Array.from({ length: count }, (_, i) => {
    const visitor = admission.enter(ip)
    if (!visitor) return []
    if (admission.admit(visitor, customerOf(i))) return [visitor]
    admission.leave(visitor)
    return []
  }).flat()

/** Returns how many past ticks the connections get in `seconds` if each repeatedly requests all past ticks. */
function flood(sockets: number, ip: string, seconds: number): number {
  const visitors = connect(sockets, ip)
  let ticks = 0
  for (let step = 0; step < seconds * 2; step += 1) {
    for (const visitor of visitors)
      if (admission.payMessage(visitor, 64) && admission.payMessage(visitor, 64))
        ticks += admission.payPast(visitor, 3_000)
    nowMs += 500
  }
  for (const visitor of visitors) admission.leave(visitor)
  return ticks
}

describe('visitors without a session', () => {
  it('get a limited number of connections per network, which for IPv6 is a /64', () => {
    expect(connect(150, '192.0.2.1')).toHaveLength(100)
    expect(connect(60, '2001:db8:1:1::1')).toHaveLength(60)
    expect(connect(60, '2001:db8:1:1::2')).toHaveLength(40)
    expect(connect(60, '2001:db8:1:2::1')).toHaveLength(60)
  })

  it('from one network share a budget, regardless of the number of connections', () => {
    const [ten, sixty] = [flood(10, '192.0.2.1', 8), flood(60, '192.0.2.2', 8)]
    expect(ten).toBeLessThanOrEqual(28_000)
    expect(sixty).toBeLessThanOrEqual(28_000)
  })

  it('share one budget across all networks', () => {
    const ticks = Array.from({ length: 40 }, (_, i) => flood(5, `192.0.2.${i}`, 0.5)).reduce(
      (sum, each) => sum + each,
      0,
    )
    expect(ticks).toBeLessThanOrEqual(60_000 + 20 * 6_000)
  })

  it('get their budget back over time', () => {
    flood(60, '192.0.2.1', 8)
    nowMs += 20_000
    const [visitor] = connect(1, '192.0.2.1')
    expect(admission.payPast(visitor!, 3_000)).toBe(3_000)
  })
})

describe('customers', () => {
  it('can connect from a network whose anonymous visitors have used up their budget', () => {
    connect(150, '192.0.2.1')
    flood(60, '192.0.2.1', 8)
    const pupils = connect(60, '192.0.2.1', (i) => `pupil ${i % 30}`)
    expect(pupils).toHaveLength(60)
    for (const pupil of pupils.slice(0, 30))
      expect(admission.payMessage(pupil, 39) && admission.payPast(pupil, 3_000)).toBe(3_000)
  })

  it('each have a limited number of connections', () => {
    expect(connect(80, '192.0.2.1', () => 'ada')).toHaveLength(50)
    expect(connect(1, '192.0.2.1', () => 'bob')).toHaveLength(1)
  })

  it('are charged for requests made during their session lookup', () => {
    const visitor = admission.enter('192.0.2.1')!
    expect(admission.payMessage(visitor, 39)).toBe(true)
    expect(admission.payPast(visitor, 3_000)).toBe(3_000)
    admission.admit(visitor, 'ada')
    const other = admission.enter('192.0.2.1')!
    admission.admit(other, 'ada')
    expect(admission.payPast(other, 1e9)).toBe(4_000)
    const third = admission.enter('192.0.2.1')!
    admission.admit(third, undefined)
    expect(admission.payPast(third, 1e9)).toBe(4_000)
  })
})

it('limits the number of connections from a network that have not sent hello', () => {
  const greeting = Array.from({ length: 250 }, () => admission.enter('192.0.2.1'))
  expect(greeting.filter(Boolean)).toHaveLength(200)
  for (const visitor of greeting) if (visitor) admission.leave(visitor)
  expect(admission.enter('192.0.2.1')).toBeDefined()
})
