import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
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
    [{ DATA_DIR: `${process.execPath}/x` }, /^DATA_DIR: \S+ is no folder and cannot be made one$/],
    [{ DATA_DIR: `${process.execPath}/x`, SECRET_KEY: 'a'.repeat(64) }, /^DATA_DIR: \S+ is no folder and cannot be made one$/],
    [{ DATA_DIR: '/sys/tallystick' }, /^DATA_DIR: \/sys\/tallystick\/secret.key cannot be read or made \(E[A-Z]+\)$/],
  ])('refuses %j with one line', (env, line) => {
    const settings = { DATA_DIR: dataDir(), ...env }
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(line)
  })
  it.each(['smtp://', 'smtp://:25', 'mail.example.org'])('refuses mail by %s', (SMTP_URL) => {
    expect(() => readConfig({ DATA_DIR: dataDir(), SMTP_URL })).toThrow(/^SMTP_URL: must be an address such as smtp:\S+$/)
  })
  const noPlaces = ['file://relative/x', `file://${process.execPath}/x`, 'file:///a%2Fb', 's3://', 's3://x', 's3://host/bucket', 's3://key:secret@host', 's3://key:secret@host/bucket/folder', 's3://key:%@host/bucket', '/srv/files']
  it.each(noPlaces)('refuses files at %s', (FILES_URL) => {
    expect(() => readConfig({ DATA_DIR: dataDir(), FILES_URL })).toThrow(/^FILES_URL: must be file:\/\/\/FOLDER or s3:\S+$/)
  })
  it.each(['', 'abc', 'g'.repeat(64), 'a'.repeat(63)])('refuses a file of its own key that holds %j', (content) => {
    const DATA_DIR = dataDir()
    writeFileSync(path.join(DATA_DIR, 'secret.key'), content)
    expect(() => readConfig({ DATA_DIR })).toThrow(/^DATA_DIR: \S+secret\.key holds no key of 64 hexadecimal digits[^\n]*$/)
  })
  it('refuses a key that is a folder', () => {
    const DATA_DIR = dataDir()
    mkdirSync(path.join(DATA_DIR, 'secret.key'))
    expect(() => readConfig({ DATA_DIR })).toThrow(/^DATA_DIR: [^\n]*\(EISDIR\)$/)
  })
  it.each(['smtp://127.0.0.1', 'smtps://user:p%40ss@mail.example.org:465'])('takes mail by %s', (SMTP_URL) => {
    expect(readConfig({ DATA_DIR: dataDir(), SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  })
  it.each(['file:///tmp/tallystick-not-yet/files', 's3://key:se%2Fcret@127.0.0.1:9000/bucket?tls=0'])('takes files at %s', (FILES_URL) => {
    expect(readConfig({ DATA_DIR: dataDir(), FILES_URL }).filesUrl).toBe(FILES_URL)
  })
})
