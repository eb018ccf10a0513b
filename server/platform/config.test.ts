import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { secretSettings } from './secret-files.ts'

const dataDir = () => mkdtempSync(path.join(tmpdir(), 'tallystick-config-'))

/** A key that nobody uses, made by `openssl rand -hex 32`. */
const key = 'c4f1a98e73d205b6e8179a3c5d40f2619b7e08d3462ca51f8d93b07e64f5a21c'
const countingKey = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0')).join('')
const production = {
  NODE_ENV: 'production',
  SECRET_KEY: key,
  SMTP_URL: 'smtps://mail.example.org',
  PUBLIC_URL: 'https://practice.example.org',
}

describe('readConfig', () => {
  it('has a working default for everything', () => {
    expect(readConfig({ DATA_DIR: dataDir() })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      market: 'simulated',
      practiceGrant: '10000.00',
      devTools: true,
    })
  })
  it('offers no development tools where others can reach them', () => {
    const mail = { DATA_DIR: dataDir(), SMTP_URL: 'smtp://127.0.0.1:1' }
    const open = [
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://practice.example.org' },
      { TRUST_PROXY: '1' },
      { DATABASE_URL: 'postgres://db.example.org/tallystick' },
      { SMTP_URL: 'smtp://mail.example.org' },
    ]
    expect(readConfig(mail).devTools).toBe(true)
    expect(
      readConfig({ ...mail, PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: 'postgres://127.0.0.1/t' }).devTools,
    ).toBe(true)
    for (const setting of open) {
      expect(readConfig({ ...mail, ...setting }).devTools).toBe(false)
      expect(() => readConfig({ ...mail, ...setting, DEV_TOOLS: '1' })).toThrow(
        /^DEV_TOOLS: development tools are not allowed together with [A-Z_]+$/,
      )
    }
  })
  it('demands mail where nobody could read the development mailbox', () => {
    for (const setting of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }, { DEV_TOOLS: '0' }]) {
      expect(() => readConfig({ DATA_DIR: dataDir(), ...setting })).toThrow(
        /^SMTP_URL: must be set with [A-Z_=0]+: nobody could read/,
      )
    }
  })
  it('takes an empty setting as unset', () => {
    const empty = { HOST: '', PORT: ' ', RATE_PER_MINUTE: '', SECRET_KEY: '', DEV_TOOLS: '' }
    expect(readConfig({ DATA_DIR: dataDir(), ...empty })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      ratePerMinute: 1200,
      devTools: true,
    })
  })
  it('names every mistake at once', () => {
    expect(() => readConfig({ DATA_DIR: dataDir(), NODE_ENV: 'production', PORT: '1' })).toThrow(
      /SECRET_KEY: .*\nSMTP_URL: /,
    )
  })
  it.each([
    {},
    { DATABASE_URL: 'postgres://db.example.org/tallystick?sslmode=verify-full' },
    { DATABASE_URL: 'postgres:///tallystick?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://[::1]/tallystick' },
    { BTC_RPC_URL: 'http://user:password@127.0.0.1:38332' },
    { NATS_URL: 'nats://user:password@nats.example.org:4222' },
    { NATS_URL: 'nats://token@127.0.0.1:4222' },
  ])('takes %j in production', (settings) => {
    expect(readConfig({ DATA_DIR: dataDir(), ...production, ...settings })).toMatchObject({
      production: true,
      devTools: false,
    })
  })
  it('keeps the key it made', () => {
    const DATA_DIR = dataDir()
    expect(readConfig({ DATA_DIR }).secretKey).toEqual(readConfig({ DATA_DIR }).secretKey)
  })
  it.each([
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must start with postgres/],
    [{ MARKET: 'invented' }, /^MARKET: must be simulated/],
    [{ MARKET: 'simulated:0' }, /^MARKET: must be simulated/],
    [{ MARKET: 'ccxt:kraken+simulated:25' }, /^MARKET: must be simulated/],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY: must be 64/],
    [{ ...production, DEV_TOOLS: '1' }, /^DEV_TOOLS: .* refused/],
    [{ PORT: 'eighty' }, /^PORT: must be a whole number/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: must be a whole number/],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1' }, /^SECRET_KEY: must be set/],
    [{ ...production, SMTP_URL: '' }, /^SMTP_URL: must be set/],
    [{ ...production, SECRET_KEY: '0'.repeat(64) }, /^SECRET_KEY: can be guessed/],
    [{ ...production, SECRET_KEY: 'deadbeef'.repeat(8) }, /^SECRET_KEY: can be guessed/],
    [{ ...production, SECRET_KEY: countingKey }, /^SECRET_KEY: can be guessed/],
    [{ ...production, PUBLIC_URL: '' }, /^PUBLIC_URL: must be an https address/],
    [{ ...production, PUBLIC_URL: 'http://practice.example.org' }, /^PUBLIC_URL: must be an https address/],
    [
      { ...production, DATABASE_URL: 'postgres://db.example.org/tallystick' },
      /^DATABASE_URL: needs sslmode=verify-full/,
    ],
    [
      { ...production, DATABASE_URL: 'postgres://db.example.org/tallystick?sslmode=prefer' },
      /^DATABASE_URL: needs sslmode=verify-full/,
    ],
    [{ ...production, BTC_RPC_URL: 'http://user:password@btc.example.org:38332' }, /^BTC_RPC_URL: must use https/],
    [{ ...production, ETH_RPC_URL: 'http://eth.example.org' }, /^ETH_RPC_URL: must use https/],
    [{ ...production, FILES_URL: 's3://key:secret@s3.example.org/bucket?tls=0' }, /^FILES_URL: needs TLS/],
    [{ ...production, NATS_URL: 'nats://127.0.0.1:4222' }, /^NATS_URL: needs a user name and password/],
    [{ NATS_URL: 'nats://nats.example.org:4222' }, /^NATS_URL: needs a user name and password/],
    [{ DATA_DIR: `${process.execPath}/x` }, /^DATA_DIR: \S+ is not a folder and cannot be created$/],
    [
      { DATA_DIR: `${process.execPath}/x`, SECRET_KEY: 'a'.repeat(64) },
      /^DATA_DIR: \S+ is not a folder and cannot be created$/,
    ],
    [{ DATA_DIR: '/sys/tallystick' }, /^DATA_DIR: \/sys\/tallystick\/secret.key cannot be read or created \(E[A-Z]+\)$/],
  ])('refuses %j with one line', (env, line) => {
    const settings = { DATA_DIR: dataDir(), ...env }
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(line)
  })
  it.each(['smtp://', 'smtp://:25', 'mail.example.org'])('refuses mail by %s', (SMTP_URL) => {
    expect(() => readConfig({ DATA_DIR: dataDir(), SMTP_URL })).toThrow(
      /^SMTP_URL: must be an address such as smtp:\S+$/,
    )
  })
  const noPlaces = [
    'file://relative/x',
    `file://${process.execPath}/x`,
    'file:///a%2Fb',
    's3://',
    's3://x',
    's3://host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/bucket/folder',
    's3://key:%@host/bucket',
    '/srv/files',
  ]
  it.each(noPlaces)('refuses files at %s', (FILES_URL) => {
    expect(() => readConfig({ DATA_DIR: dataDir(), FILES_URL })).toThrow(
      /^FILES_URL: must be file:\/\/\/FOLDER or s3:\S+$/,
    )
  })
  it.each(['', 'abc', 'g'.repeat(64), 'a'.repeat(63)])('refuses a file of its own key that holds %j', (content) => {
    const DATA_DIR = dataDir()
    writeFileSync(path.join(DATA_DIR, 'secret.key'), content)
    expect(() => readConfig({ DATA_DIR })).toThrow(
      /^DATA_DIR: \S+secret\.key holds no key of 64 hexadecimal digits[^\n]*$/,
    )
  })
  it('refuses a key that is a folder', () => {
    const DATA_DIR = dataDir()
    mkdirSync(path.join(DATA_DIR, 'secret.key'))
    expect(() => readConfig({ DATA_DIR })).toThrow(/^DATA_DIR: [^\n]*\(EISDIR\)$/)
  })
  it.each(['smtp://127.0.0.1', 'smtps://user:p%40ss@mail.example.org:465'])('takes mail by %s', (SMTP_URL) => {
    expect(readConfig({ DATA_DIR: dataDir(), SMTP_URL }).smtpUrl).toBe(SMTP_URL)
  })
  it.each(['file:///tmp/tallystick-not-yet/files', 's3://key:se%2Fcret@127.0.0.1:9000/bucket?tls=0'])(
    'takes files at %s',
    (FILES_URL) => {
      expect(readConfig({ DATA_DIR: dataDir(), FILES_URL }).filesUrl).toBe(FILES_URL)
    },
  )
})

describe('a secret setting', () => {
  function secretFile(name: string, text = `${key}\n`, mode = 0o600): string {
    const file = path.join(dataDir(), name)
    writeFileSync(file, text)
    chmodSync(file, mode)
    return file
  }

  it.each(secretSettings.map((name) => [name]))('%s comes from a file as it does from the environment', (name) => {
    const values: Partial<Record<string, string>> = {
      DATABASE_URL: 'postgres://127.0.0.1/t',
      DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1/t',
      SECRET_KEY: key,
      SECRET_KEY_PREVIOUS: key,
      SMTP_URL: 'smtp://127.0.0.1',
      BTC_RPC_URL: 'http://127.0.0.1:1',
      ETH_RPC_URL: 'http://127.0.0.1:2',
      FILES_URL: 's3://a:b@127.0.0.1/c?tls=0',
      NATS_URL: 'nats://127.0.0.1:4222',
    }
    const value = values[name] ?? 'a-token-of-16-characters-or-more'
    const others = {
      DATA_DIR: dataDir(),
      ...(name === 'DATABASE_OWNER_URL' && { DATABASE_URL: 'postgres://127.0.0.1/t' }),
    }
    const plain = readConfig({ ...others, [name]: value })
    expect(readConfig({ ...others, [`${name}_FILE`]: secretFile('any', `${value}\n`) })).toEqual(plain)
    expect(readConfig({ ...others, CREDENTIALS_DIRECTORY: path.dirname(secretFile(name, value, 0o440)) })).toEqual(
      plain,
    )
  })
  it('starts production with nothing secret in its environment', () => {
    const { SECRET_KEY: _key, SMTP_URL: _mail, ...open } = production
    const settings = {
      ...open,
      DATA_DIR: dataDir(),
      SIGNER_SOCKET: '/run/signer',
      SECRET_KEY_FILE: secretFile('key'),
      SMTP_URL_FILE: secretFile('mail', 'smtps://mail.example.org'),
    }
    expect(readConfig(settings)).toMatchObject({
      secretKey: Buffer.from(key, 'hex'),
      smtpUrl: 'smtps://mail.example.org',
    })
  })
  it('is refused when it is given twice', () => {
    const file = secretFile('SECRET_KEY')
    const CREDENTIALS_DIRECTORY = path.dirname(file)
    const DATA_DIR = dataDir()
    expect(() => readConfig({ DATA_DIR, SECRET_KEY: key, SECRET_KEY_FILE: file })).toThrow(
      /^SECRET_KEY_FILE: is set twice, in the environment and in the file of SECRET_KEY_FILE: keep one$/,
    )
    expect(() => readConfig({ DATA_DIR, SECRET_KEY: key, CREDENTIALS_DIRECTORY })).toThrow(
      /^SECRET_KEY: is set twice, in the environment and as a systemd credential/,
    )
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE: file, CREDENTIALS_DIRECTORY })).toThrow(
      /^SECRET_KEY: is set twice, in the file of SECRET_KEY_FILE and as a systemd credential/,
    )
  })
  it('is refused when every user of the machine can read its file', () => {
    const file = secretFile('SECRET_KEY', key, 0o644)
    expect(() => readConfig({ DATA_DIR: dataDir(), SECRET_KEY_FILE: file })).toThrow(
      /^SECRET_KEY_FILE: \S+ is readable by every user of this machine: set its mode to 0640 or 0600$/,
    )
    expect(() => readConfig({ DATA_DIR: dataDir(), CREDENTIALS_DIRECTORY: path.dirname(file) })).toThrow(
      /^SECRET_KEY: \S+ is readable by every user/,
    )
  })
  it('is refused when its file is missing, empty or a folder, or holds a wrong value, without showing the value', () => {
    const DATA_DIR = dataDir()
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE: path.join(DATA_DIR, 'none') })).toThrow(
      /^SECRET_KEY_FILE: \S+ can't be read \(ENOENT\)$/,
    )
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE: secretFile('empty', '\n') })).toThrow(
      /^SECRET_KEY_FILE: \S+ is empty$/,
    )
    const folder = path.join(DATA_DIR, 'folder')
    mkdirSync(folder, { mode: 0o700 })
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE: folder })).toThrow(
      /^SECRET_KEY_FILE: \S+ can't be read \(EISDIR\)$/,
    )
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE: secretFile('short', 'hunter2') })).toThrow(
      /^SECRET_KEY: must be 64 hexadecimal digits \(32 bytes\)$/,
    )
  })
  it('reports a file that is refused once, and the other mistakes with it', () => {
    const settings = { ...production, SECRET_KEY: '', DATA_DIR: dataDir(), SECRET_KEY_FILE: '/none', PORT: 'x' }
    expect(() => readConfig(settings)).toThrow(
      /^SECRET_KEY_FILE: \/none can't be read \(ENOENT\)\nPORT: must be a whole number[^\n]+$/,
    )
  })
})
