import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { narrowDataFolder } from './narrow-data.ts'

let folder: string
const log = { warn: vi.fn() }
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-modes-'))
  chmodSync(folder, 0o755)
  log.warn.mockClear()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const place = (name: string) => path.join(folder, name)
const modeOf = (name: string) => (statSync(place(name)).mode & 0o777).toString(8)
function file(name: string, mode = 0o644) {
  mkdirSync(path.dirname(place(name)), { recursive: true })
  writeFileSync(place(name), 'text')
  chmodSync(place(name), mode)
}
function openFolder(name: string) {
  mkdirSync(place(name), { recursive: true })
  chmodSync(place(name), 0o755)
}

describe('files of an installation that was created with more permissive modes', () => {
  it('become readable only by the owner, secrets and folders alike', () => {
    for (const name of ['files', 'postgres', 'signer', 'chains', 'chains/bitcoin', 'compiled']) openFolder(name)
    const files = ['secret.key', 'lock', 'signer/seed', 'postgres/password', 'chains/bitcoin/bitcoin-faucet.key']
    for (const name of files) file(name)
    narrowDataFolder(folder, log)
    expect(['.', 'files', 'postgres', 'signer', 'chains', 'chains/bitcoin', 'compiled'].map(modeOf)).toEqual(
      Array(7).fill('700'),
    )
    expect(files.map(modeOf)).toEqual(Array(5).fill('600'))
  })

  it('are listed in one line of the log, and not again at the next startup', () => {
    file('secret.key')
    openFolder('signer')
    narrowDataFolder(folder, log)
    narrowDataFolder(folder, log)
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { narrowed: ['.', 'signer', 'secret.key'] },
      expect.stringContaining('other users'),
    )
  })
})

describe('a file that is not ours', () => {
  it('keeps its mode: files and folders that the product does not create, and their data folder', () => {
    file('secret.key')
    file('notes.txt')
    openFolder('photos')
    narrowDataFolder(folder, log)
    expect(['secret.key', 'notes.txt', 'photos', '.'].map(modeOf)).toEqual(['600', '644', '755', '755'])
  })

  it('keeps its mode behind a symbolic link', () => {
    file('elsewhere/seed')
    chmodSync(place('elsewhere'), 0o755)
    symlinkSync(place('elsewhere'), place('signer'))
    symlinkSync(place('elsewhere/seed'), place('secret.key'))
    narrowDataFolder(folder, log)
    expect(['elsewhere', 'elsewhere/seed'].map(modeOf)).toEqual(['755', '644'])
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('keeps its mode if it belongs to another user', () => {
    file('secret.key')
    vi.spyOn(process, 'getuid').mockReturnValue(process.getuid!() + 1)
    narrowDataFolder(folder, log)
    vi.restoreAllMocks()
    expect(['secret.key', '.'].map(modeOf)).toEqual(['644', '755'])
  })
})

it('does nothing without a data folder', () => {
  narrowDataFolder(place('none'), log)
  expect(log.warn).not.toHaveBeenCalled()
})
