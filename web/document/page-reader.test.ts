import { describe, expect, it } from 'vitest'
import { pageReader } from './page-reader.ts'

const cookie = 'secrete=one; operator-secrete=two; time-zone=Europe%2FBerlin; hide-amounts=1'

describe('pageReader', () => {
  it('returns the customer on pages of the office, in every language', () => {
    for (const url of ['/office/dashboard', '/de/office/statement?from=2026-01-01'])
      expect(pageReader(url, { cookie })).toEqual({
        reader: 'customer',
        secrete: 'one',
        timeZone: 'Europe/Berlin',
        amountsHidden: true,
      })
  })

  it('returns the operator on pages of the desk, except before sign-in', () => {
    expect(pageReader('/operator', { cookie })).toMatchObject({ reader: 'operator', secrete: 'two' })
    expect(pageReader('/ar/operator/customers/1', { cookie })).toMatchObject({ reader: 'operator' })
    for (const url of ['/operator/signin', '/operator/setup?code=x', '/operators'])
      expect(pageReader(url, { cookie })).toBeUndefined()
  })

  it('returns nobody on public pages and without a session', () => {
    expect(pageReader('/', { cookie })).toBeUndefined()
    expect(pageReader('/about?next=/office/dashboard', { cookie })).toBeUndefined()
    expect(pageReader('/office/dashboard', { cookie: 'operator-secrete=two' })).toBeUndefined()
    expect(pageReader('/office/dashboard', {})).toBeUndefined()
  })

  it('returns nobody if a script requests the page, or if its URL hands over a session', () => {
    expect(pageReader('/office/dashboard', { cookie, 'sec-fetch-mode': 'cors' })).toBeUndefined()
    expect(pageReader('/office/dashboard', { cookie, 'sec-fetch-mode': 'navigate' })).toBeDefined()
    expect(pageReader('/office/dashboard?s=code', { cookie })).toBeUndefined()
  })

  it('ignores an unknown time zone', () => {
    for (const zone of ['Middle%2FEarth', '%', ''])
      expect(pageReader('/office/profile', { cookie: `secrete=one; time-zone=${zone}` })?.timeZone).toBeFalsy()
  })
})
