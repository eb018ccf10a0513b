import { expect, it } from 'vitest'
import { patterns } from '../../paths.ts'
import { publicPages } from '../../site/palette.tsx'
import { places } from './commands.ts'

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
