import { describe, expect, it } from 'vitest'
import { patterns } from '../../paths.ts'
import { publicPages } from '../../site/palette.tsx'
import { searchCommands } from '../../ui/commands/command-search.ts'
import { places } from './commands.ts'
import { entryOf, sideMenu } from './menu.ts'

/** Pages that need parameters: payments, and pages of one contract or trader. */
const needsParameters = (address: string) => address.includes(':') || /\/(new|pay)$/.test(address)
const pathnames = (all: { to: string }[]) => new Set(all.map(({ to }) => to.split('#')[0]))

it('lists every office page that needs no parameters', () => {
  const office = Object.values(patterns).filter((address) => address.startsWith('/office') && !needsParameters(address))
  expect(office.filter((address) => !pathnames(places()).has(address))).toEqual([])
})

it('lists each path once, with a label', () => {
  for (const list of [places(), publicPages()]) {
    expect(new Set(list.map(({ to }) => to)).size).toBe(list.length)
    expect(list.filter(({ label }) => label === '')).toEqual([])
  }
})

it('lists every public page except aliases', () => {
  const shown = Object.values(patterns).filter(
    (address) => !/^\/(office|operator)/.test(address) && !needsParameters(address) && address !== '/index',
  )
  expect(shown.filter((address) => !pathnames(publicPages()).has(address))).toEqual([])
})

it.each(['help', 'support'])('finds the pages that answer questions by the word %s', (word) => {
  const found = searchCommands(
    places().map((one) => ({ id: one.to, ...one })),
    word,
    [],
  )
  expect(found.map(({ id }) => id).slice(0, 4)).toEqual(['/faqs', '/contactus', '/terms', '/transparency'])
})

describe('the side menu', () => {
  it.each([
    ['/office/dashboard', '#tradehistory', '/office/dashboard#tradehistory'],
    ['/office/dashboard', '#elsewhere', '/office/dashboard'],
    ['/office/traders/mixed-1', '', '/office/traders'],
    ['/office/mining/contracts/1', '', '/office/mining/contracts'],
    ['/office/mining/deposit/new', '', '/office/mining'],
    ['/office/yield/contracts/1', '', '/office/yield/contracts'],
    ['/office/trading/deposit/new', '', '/office/trading/deposit'],
    ['/office/deposit/pay', '', '/office/deposit'],
    ['/office/unknown', '', undefined],
  ])('highlights an entry on %s%s', (pathname, hash, entry) => {
    expect(entryOf({ pathname, hash })).toBe(entry)
  })

  it('has a different icon for each entry', () => {
    const icons = sideMenu().flatMap(({ entries }) => entries.map(({ icon }) => icon))
    expect(new Set(icons).size).toBe(icons.length)
  })
})
