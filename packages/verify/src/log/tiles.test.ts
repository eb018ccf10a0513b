import { expect, it } from 'vitest'
import { bundleOf, maxEntryBytes, parseBundle, parseTilePath, tileOf, tilePath, widthIn, type Tile } from './tiles.ts'

it.each<[string, Tile]>([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
  ['tile/2/017.p/1', { level: 2, index: 17, width: 1 }],
  ['tile/entries/x001/000.p/255', { level: 'entries', index: 1000, width: 255 }],
])('names and reads %s', (path, tile) => {
  expect(tilePath(tile)).toBe(path)
  expect(parseTilePath(path)).toEqual(tile)
})

it.each([
  'tile/00/000',
  'tile/0/0',
  'tile/0/x000/001',
  'tile/0/001/002',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/000/',
  'tile/0/..',
])('refuses the path %s', (path) => {
  expect(parseTilePath(path)).toBeUndefined()
})

it('computes the widths of tiles as in the example of the specification', () => {
  const size = 70_000
  expect([272, 273, 274].map((index) => widthIn(size, 0, index))).toEqual([256, 112, 0])
  expect([0, 1, 2].map((index) => widthIn(size, 1, index))).toEqual([256, 17, 0])
  expect([0, 1].map((index) => widthIn(size, 2, index))).toEqual([1, 0])
  expect(widthIn(size, 'entries', 273)).toBe(112)
})

it('finds the tile of a subtree', () => {
  expect(tileOf({ level: 0, index: 300 })).toEqual({ level: 0, index: 1, from: 44, count: 1 })
  expect(tileOf({ level: 7, index: 3 })).toEqual({ level: 0, index: 1, from: 128, count: 128 })
  expect(tileOf({ level: 8, index: 3 })).toEqual({ level: 1, index: 0, from: 3, count: 1 })
  expect(tileOf({ level: 11, index: 2 })).toEqual({ level: 1, index: 0, from: 16, count: 8 })
})

it('packs entries, and refuses a bundle that ends too early', () => {
  const entries = [new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(maxEntryBytes).fill(7)]
  const bundle = bundleOf(entries)
  expect(parseBundle(bundle)).toEqual(entries)
  expect(parseBundle(bundle.slice(0, -1))).toBeUndefined()
  expect(parseBundle(bundle.slice(0, 1))).toBeUndefined()
  expect(() => bundleOf([new Uint8Array(maxEntryBytes + 1)])).toThrow(RangeError)
})
