import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const dataDir = () => mkdtempSync(path.join(tmpdir(), 'tallystick-config-'))

describe('readConfig', () => {
  it('has a working default for everything', () => {
    expect(readConfig({ DATA_DIR: dataDir() })).toMatchObject({ host: '127.0.0.1', port: 3000, market: 'simulated', practiceGrant: '10000.00', devTools: true })
  })
  it('offers no development tools where others can reach them', () => {
    expect(readConfig({ DATA_DIR: dataDir(), HOST: '0.0.0.0' }).devTools).toBe(false)
  })
  it('takes an empty setting as unset', () => {
    const empty = { HOST: '', PORT: ' ', RATE_PER_MINUTE: '', SECRET_KEY: '', DEV_TOOLS: '' }
    expect(readConfig({ DATA_DIR: dataDir(), ...empty })).toMatchObject({ host: '127.0.0.1', port: 3000, ratePerMinute: 1200, devTools: true })
  })
  it('names every mistake at once', () => {
    expect(() => readConfig({ DATA_DIR: dataDir(), NODE_ENV: 'production', PORT: '1' })).toThrow(/SECRET_KEY: .*\nSMTP_URL: /)
  })
  it('keeps the key it made', () => {
    const DATA_DIR = dataDir()
    expect(readConfig({ DATA_DIR }).secretKey).toEqual(readConfig({ DATA_DIR }).secretKey)
  })
  it.each([
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must start with postgres/],
    [{ MARKET: 'invented' }, /^MARKET: must be simulated/],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY: must be 64/],
    [{ NODE_ENV: 'production', SECRET_KEY: 'a'.repeat(64), DEV_TOOLS: '1' }, /^DEV_TOOLS: .* refused/],
    [{ PORT: 'eighty' }, /^PORT: must be a whole number/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: must be a whole number/],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1' }, /^SECRET_KEY: must be set/],
    [{ NODE_ENV: 'production', SECRET_KEY: 'a'.repeat(64) }, /^SMTP_URL: must be set/],
  ])('refuses %j with one line', (env, line) => {
    const settings = { DATA_DIR: dataDir(), ...env }
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(line)
  })
})
