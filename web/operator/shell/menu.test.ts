import { expect, it } from 'vitest'
import { path } from '../../paths.ts'
import { deskMenu, menuOf } from './menu.ts'

const addresses = (groups: ReturnType<typeof deskMenu>) => groups.flatMap(({ entries }) => entries.map(({ to }) => to))

it('lists the pages that the permissions allow, and no group without a page', () => {
  expect(addresses(menuOf([]))).toEqual([path('operator'), path('operatorSecurity')])
  expect(menuOf([])).toHaveLength(1)
  const support = menuOf(['messages.answer', 'customers.read'])
  expect(addresses(support)).toEqual([
    path('operator'),
    path('operatorSecurity'),
    path('operatorMessages'),
    path('operatorCustomers'),
  ])
})

it('lists every page of the desk for an operator with all permissions', () => {
  const all = deskMenu().flatMap(({ entries }) => entries.flatMap(({ permission }) => permission ?? []))
  expect(addresses(menuOf(all))).toEqual(addresses(deskMenu()))
})

it('gives each page its own icon', () => {
  const icons = deskMenu().flatMap(({ entries }) => entries.map(({ icon }) => icon))
  expect(icons.filter((icon, place) => icons.indexOf(icon) !== place)).toEqual([])
})
