import { describe, expect, it } from 'vitest'
import routes from './routes.ts'
import { afterSignIn, machineFiles, path, patterns, signInThen } from './paths.ts'

it('fills in the parameters, query and anchor, and escapes them', () => {
  expect(path('dashboard', { anchor: 'tradehistory' })).toBe('/office/dashboard#tradehistory')
  expect(path('trader', { params: { tid: 'a/b ?' } })).toBe('/office/traders/a%2Fb%20%3F')
  expect(path('officePay', { query: { title: 'Gold & more', amount: 5, coin: undefined } })).toBe(
    '/office/deposit/pay?title=Gold+%26+more&amount=5',
  )
  expect(path('home')).toBe('/')
})

describe('signing in', () => {
  it('leads to the office page that the visitor came from', () => {
    expect(afterSignIn('/office/profile#password')).toBe('/office/profile#password')
    expect(afterSignIn('/office/traders/x?y=1')).toBe('/office/traders/x?y=1')
    expect(signInThen('/office/profile')).toBe('/account/signin?next=%2Foffice%2Fprofile')
    expect(signInThen('/office/dashboard')).toBe('/account/signin')
  })

  it.each([
    null,
    '',
    '/',
    '//evil.example/office/',
    'https://evil.example/office/',
    '/officer',
    '/account/signin',
    '/office\\@evil.example',
  ])('leads to the dashboard for any other value: %j', (next) => expect(afterSignIn(next)).toBe('/office/dashboard'))
})

it('has a route for every URL pattern, and a URL pattern for every route', () => {
  const registered: string[] = []
  const walk = (entries: typeof routes) => {
    for (const entry of entries) {
      if (entry.index) registered.push('/')
      else if (entry.path) registered.push(entry.path)
      walk((entry.children ?? []) as typeof routes)
    }
  }
  walk(routes)
  expect(registered.toSorted()).toEqual([...Object.values(patterns), ...Object.values(machineFiles)].toSorted())
})
