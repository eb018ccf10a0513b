import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import { ConfigError, readConfig } from './platform/config.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-start-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const production = () => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PORT: '0',
  SECRET_KEY: 'c4f1a98e73d205b6e8179a3c5d40f2619b7e08d3462ca51f8d93b07e64f5a21c',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'https://practice.example.org',
  LOG_LEVEL: 'silent',
})

describe('production settings with chains but without a signer', () => {
  it('prevent startup before a database is created or migrated', async () => {
    const start = startApp(readConfig(production()))
    await expect(start).rejects.toBeInstanceOf(ConfigError)
    await expect(start).rejects.toThrow(
      /^SIGNER_SEED_FILE: must be set with NODE_ENV=production, unless SIGNER_SOCKET or CHAINS=0[^\n]*$/,
    )
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)
  })

  it('can still be read by database commands', () => {
    expect(readConfig(production())).toMatchObject({ production: true, chains: true })
  })
})
