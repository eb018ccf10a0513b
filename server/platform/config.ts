import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A text that counts as unset when empty, because `.env` files and container settings often carry empty lines. */
const optionalText = z.string().trim().transform((text) => text || undefined).optional()
const flag = z.enum(['0', '1', 'true', 'false', '']).optional().transform((text) => (text ? text === '1' || text === 'true' : undefined))
const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().trim().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_URL: optionalText.pipe(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://').optional()),
  DATA_DIR: z.string().trim().default('data'),
  PUBLIC_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  SMTP_URL: optionalText.pipe(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional()),
  MAIL_FROM: z.string().trim().default('Tallystick <no-reply@tallystick.localhost>'),
  MARKET: z.string().trim().regex(/^(simulated|replay:.+|ccxt:[a-z0-9]+|alpaca)$/, 'must be simulated, replay:FILE, ccxt:EXCHANGE or alpaca').default('simulated'),
  ALPACA_KEY_ID: optionalText,
  ALPACA_SECRET: optionalText,
  NATS_URL: optionalText.pipe(z.string().regex(/^(nats|tls|ws|wss):\/\//, 'must start with nats://').optional()),
  OPERATOR_PROFILE: optionalText,
  SECRET_KEY: optionalText.pipe(z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)').optional()),
  DEV_TOOLS: flag,
  PRACTICE_GRANT: z.string().trim().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 10000.00').default('10000.00'),
  RATE_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  TRUST_PROXY: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = {
  production: boolean
  host: string
  port: number
  /** Undefined: run our own PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  publicUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  market: string
  /** The operator's key for `MARKET=alpaca`. */
  alpacaKeyId: string | undefined
  alpacaSecret: string | undefined
  natsUrl: string | undefined
  operatorProfile: string | undefined
  /** 32 bytes that encrypt and sign what the database must not show. */
  secretKey: Buffer
  /** On by default only where nobody else can reach the server: outside production, on a loopback address. */
  devTools: boolean
  /** Decimal text, in the customer's currency. */
  practiceGrant: string
  /** Calls per minute and customer, or per address where nobody is signed in; 0 for no limit. */
  ratePerMinute: number
  trustProxy: boolean
  logLevel: string
}

/** A setting is wrong: one line that a person can act on, without a stack. */
export class ConfigError extends Error {}

/**
 * Reads and checks every setting. Throws `ConfigError` with one line per wrong setting.
 * The settings are listed in `.env.example`.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const settings = parsed.data
  const production = settings.NODE_ENV === 'production'
  if (production && settings.DEV_TOOLS) throw new ConfigError('DEV_TOOLS: development tools are refused with NODE_ENV=production')
  if (production && !settings.SMTP_URL) throw new ConfigError('SMTP_URL: must be set with NODE_ENV=production')
  if (production && !settings.SECRET_KEY) throw new ConfigError('SECRET_KEY: must be set with NODE_ENV=production')
  const dataDir = path.resolve(settings.DATA_DIR)
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    dataDir,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ''),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    market: settings.MARKET,
    alpacaKeyId: settings.ALPACA_KEY_ID,
    alpacaSecret: settings.ALPACA_SECRET,
    natsUrl: settings.NATS_URL,
    operatorProfile: settings.OPERATOR_PROFILE,
    secretKey: settings.SECRET_KEY ? Buffer.from(settings.SECRET_KEY, 'hex') : ownSecretKey(dataDir),
    devTools: settings.DEV_TOOLS ?? (!production && loopbackHosts.includes(settings.HOST)),
    practiceGrant: settings.PRACTICE_GRANT,
    ratePerMinute: settings.RATE_PER_MINUTE,
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL,
  }
}

/** Outside production the key is made once and kept beside the data, readable by the owner alone. */
function ownSecretKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
