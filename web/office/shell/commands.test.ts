import { expect, it } from 'vitest'
import { patterns } from '../../paths.ts'
import { publicPages } from '../../site/palette.tsx'
import { places } from './commands.ts'

/** Pages that need to be told what to pay, and pages of one contract or trader. */
const notByThemselves = (address: string) => address.includes(':') || /\/(new|pay)$/.test(address)
const pathnames = (all: { to: string }[]) => new Set(all.map(({ to }) => to.split('#')[0]))

it('names every page of the office that opens by itself', () => {
  const office = Object.values(patterns).filter((address) => address.startsWith('/office') && !notByThemselves(address))
  expect(office.filter((address) => !pathnames(places()).has(address))).toEqual([])
})

it('names each address once, with a name', () => {
  for (const list of [places(), publicPages()]) {
    expect(new Set(list.map(({ to }) => to)).size).toBe(list.length)
    expect(list.filter(({ label }) => label === '')).toEqual([])
  }
})

it('names every public page but those that show the same as another', () => {
  const shown = Object.values(patterns).filter(
    (address) => !/^\/(office|operator)/.test(address) && !notByThemselves(address) && address !== '/index',
  )
  expect(shown.filter((address) => !pathnames(publicPages()).has(address))).toEqual([])
})
