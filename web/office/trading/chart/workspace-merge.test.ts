import { expect, test } from 'vitest'
import type { WorkspaceContent } from '../../../../api/calls/trading/workspace.ts'
import { mergeWorkspaces } from './workspace-merge.ts'

const pane = { symbol: 'EURUSD', candles: '5s', chartType: 'candles', indicators: [] } as const
const base: WorkspaceContent = {
  format: 1,
  grid: 1,
  active: 0,
  panes: [{ ...pane, indicators: [] }],
  layouts: [],
  indicatorSets: [],
  drawings: { EURUSD: [{ name: 'note', points: [], text: 'base' }] },
}
const drawn = (text: string) => [{ name: 'note', points: [], text }]
const layout = (name: string) => ({ name, grid: 1 as const, active: 0, panes: base.panes })

test('changes of both sides are kept', () => {
  const mine = { ...base, drawings: { ...base.drawings, BTCUSD: drawn('mine') } }
  const theirs = { ...base, grid: 4 as const, drawings: { EURUSD: drawn('theirs') } }
  expect(mergeWorkspaces(base, mine, theirs)).toEqual({
    ...base,
    grid: 4,
    drawings: { EURUSD: drawn('theirs'), BTCUSD: drawn('mine') },
  })
})

test('this device wins if both changed the same', () => {
  const mine = { ...base, grid: 2 as const, layouts: [layout('mine')], drawings: { EURUSD: drawn('mine') } }
  const theirs = { ...base, grid: 4 as const, layouts: [layout('theirs')], drawings: { EURUSD: drawn('theirs') } }
  expect(mergeWorkspaces(base, mine, theirs)).toEqual(mine)
})

test('removed drawings stay removed', () => {
  expect(mergeWorkspaces(base, { ...base, drawings: {} }, base).drawings).toEqual({})
  expect(mergeWorkspaces(base, base, { ...base, drawings: {} }).drawings).toEqual({})
})

test('a device without loaded charts shows the account’s and adds its own drawings and names', () => {
  const mine = { ...base, grid: 2 as const, layouts: [layout('A'), layout('B')], drawings: { BTCUSD: drawn('mine') } }
  const theirs = { ...base, grid: 4 as const, layouts: [layout('A')] }
  expect(mergeWorkspaces(null, mine, theirs)).toEqual({
    ...theirs,
    layouts: [layout('A'), layout('B')],
    drawings: { ...base.drawings, BTCUSD: drawn('mine') },
  })
})

test('changed keys and panel sizes are kept, and this device wins if both changed them', () => {
  const mine = { ...base, keys: { buy: 'q' }, panels: { list: 200 } }
  expect(mergeWorkspaces(base, mine, base)).toEqual(mine)
  expect(mergeWorkspaces(base, base, mine)).toEqual(mine)
  expect(mergeWorkspaces(base, { ...base, keys: {} }, mine)).toEqual(mine)
  expect(mergeWorkspaces(base, mine, { ...base, keys: { buy: 'z' }, panels: { list: 300 } })).toEqual(mine)
  expect(mergeWorkspaces(null, mine, { ...base, keys: { sell: 'z' } })).toEqual({ ...base, keys: { sell: 'z' } })
})
