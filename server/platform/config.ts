import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  demonstrationOperator,
  operatorProfile,
  type OperatorProfile,
} from '../../api/calls/operators/operator-profile.ts'
import { devToolsAreOn, isLoopback, unsafeSettings } from './config-rules.ts'
import { readSecretFiles, type SecretProblem } from './secrets/secret-files.ts'

/** MARKET: one or more sources, each optionally limited to the symbols or asset classes in brackets. */
const hours = String.raw`(?:[1-9]|1\d|2[0-4])`
const oneSource = String.raw`(?:simulated(?::${hours})?|replay:.+|ccxt:[a-z0-9]+|alpaca)(?:\[[A-Za-z0-9,]+\])?`
const marketSetting = new RegExp(String.raw`^${oneSource}(?:\+${oneSource})*$`)

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1')
  .optional()
  .transform((text) => (text ? text === '1' || text === 'true' : undefined))
const wholeNumber = (max: number) => {
  const error = `must be a whole number from 0 to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().max(max, error))
}
const url = (protocols: RegExp, error: string) =>
  z
    .string()
    .refine((text) => protocols.test(text) && URL.canParse(text), { error, abort: true })
    .optional()
/** Checks for missing parts only after the URL has been parsed. */
const addressed = (protocols: RegExp, isComplete: (url: URL) => boolean, error: string) =>
  z
    .string()
    .refine((text) => protocols.test(text) && URL.canParse(text) && isComplete(new URL(text)), { error, abort: true })
    .optional()

const secretKeyPattern = /^[0-9a-f]{64}$/i

const environment = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], 'must be production, development or test')
      .default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(65_535).default(3000),
    DATABASE_URL: url(/^postgres(ql)?:\/\//, 'must start with postgres://'),
    DATABASE_OWNER_URL: url(/^postgres(ql)?:\/\//, 'must start with postgres://'),
    DATA_DIR: z.string().default('data'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, abort: true, error: 'must be a URL such as https://practice.example.org' })
      .optional(),
    SMTP_URL: addressed(
      /^smtps?:\/\//,
      ({ hostname }) => hostname !== '',
      'must be a URL such as smtp://user:password@mail.example.org:587',
    ),
    MAIL_FROM: z.string().default('Tallystick <no-reply@tallystick.localhost>'),
    MARKET: z
      .string()
      .regex(
        marketSetting,
        'must be simulated, simulated:HOURS (1 to 24), replay:FILE, ccxt:EXCHANGE or alpaca, or several joined by +',
      )
      .default('simulated'),
    ALPACA_KEY_ID: z.string().optional(),
    ALPACA_SECRET: z.string().optional(),
    BTC_RPC_URL: url(/^https?:\/\//, 'must be a URL such as http://user:password@127.0.0.1:18443'),
    ETH_RPC_URL: url(/^https?:\/\//, 'must be a URL such as http://127.0.0.1:8545'),
    BTC_CONFIRMATIONS: wholeNumber(100).default(2),
    ETH_CONFIRMATIONS: wholeNumber(100).default(3),
    BTC_EXPLORER_URL: url(/^https?:\/\/.*\{tx\}/, 'must be a URL that contains {tx}'),
    ETH_EXPLORER_URL: url(/^https?:\/\/.*\{tx\}/, 'must be a URL that contains {tx}'),
    BITCOIND_BIN: z.string().optional(),
    SIGNER_SEED_FILE: z.string().optional(),
    SIGNER_SOCKET: z.string().startsWith('/', 'must be the absolute path of a Unix socket').optional(),
    CHAINS: flag,
    OPERATOR_PROFILE: z.string().optional(),
    FILES_URL: addressed(/^(s3|file):\/\//, canKeepFiles, 'must be file:///FOLDER or s3://KEY:SECRET@HOST/BUCKET'),
    DOCUMENT_DAYS: wholeNumber(3650).default(30),
    NATS_URL: url(/^(nats|tls|ws|wss):\/\//, 'must start with nats://'),
    SECRET_KEY: z.string().regex(secretKeyPattern, 'must be 64 hexadecimal digits (32 bytes)').optional(),
    SECRET_KEY_PREVIOUS: z.string().regex(secretKeyPattern, 'must be 64 hexadecimal digits (32 bytes)').optional(),
    DEV_TOOLS: flag,
    WEBHOOKS: flag,
    PRACTICE_GRANT: z
      .string()
      .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 10000.00')
      .default('10000.00'),
    RATE_PER_MINUTE: wholeNumber(1_000_000).default(1200),
    TRUST_PROXY: wholeNumber(10).default(0),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 visible characters')
      .optional(),
    API_DOCS: z.enum(['all', 'customers', 'none'], 'must be all, customers or none').optional(),
    LIVE_PER_NETWORK: wholeNumber(10_000).default(100),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
  })
  .superRefine((settings, context) => {
    if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL) {
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_OWNER_URL'],
        message: 'needs DATABASE_URL, which names the role that the product runs as',
      })
    }
    for (const { setting, message } of unsafeSettings(settings))
      context.addIssue({ code: 'custom', path: [setting], message })
  })

export type Config = {
  production: boolean
  host: string
  port: number
  /** If undefined, an embedded PostgreSQL runs under `dataDir`. */
  databaseUrl: string | undefined
  /**
   * Used to run the migrations and to grant rights to the role in `databaseUrl`. If undefined, `databaseUrl` is used
   * for both.
   */
  databaseOwnerUrl: string | undefined
  dataDir: string
  publicUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  market: string
  /** The operator's key for `MARKET=alpaca`. */
  alpacaKeyId: string | undefined
  alpacaSecret: string | undefined
  /** URLs of test chain nodes; undefined: embedded nodes under `dataDir`. */
  btcRpcUrl: string | undefined
  ethRpcUrl: string | undefined
  btcConfirmations: number
  ethConfirmations: number
  /** URLs of public explorers, with `{tx}` in place of the transaction's hash; undefined: the built-in one. */
  btcExplorerUrl: string | undefined
  ethExplorerUrl: string | undefined
  bitcoindBin: string | undefined
  /**
   * File with the signer's recovery phrase, which only the signer process reads. Undefined: created once under
   * `dataDir`.
   */
  signerSeedFile: string | undefined
  /** Unix socket of a signer that runs as a separate unit and user; undefined: a child process. */
  signerSocket: string | undefined
  /** False: no test chains; coins are unavailable. */
  chains: boolean
  /** The operator's profile, as shown on the pages. */
  operator: OperatorProfile
  /** Where files are stored; undefined: a folder under `dataDir`. */
  filesUrl: string | undefined
  /** How many days pictures of identity documents are stored after a decision. */
  documentDays: number
  natsUrl: string | undefined
  /** 32 bytes. The keys that encrypt stored values are derived from it. */
  secretKey: Buffer
  /** The previous key, until `npm run keys:rotate` has re-encrypted everything. */
  previousSecretKey: Buffer | undefined
  /** On by default only if nobody else can reach the server: outside production, without any public setting. */
  devTools: boolean
  /**
   * Whether events are sent to customers' webhook endpoints. On by default only if nobody else can reach the server.
   */
  webhooks: boolean
  /** Decimal text, in the customer's currency. */
  practiceGrant: string
  /** Calls per minute for each customer, or for each IP address without a session; 0 for no limit. */
  ratePerMinute: number
  /**
   * Number of reverse proxies in front of the server. Each of them appends its client's IP address to X-Forwarded-For.
   */
  trustedProxies: number
  /** Bearer token with which a monitoring program on another machine can read /metrics and /readyz. */
  metricsToken: string | undefined
  /** Which calls /api/docs shows to external visitors. */
  apiDocs: 'all' | 'customers' | 'none'
  /** Maximum number of connections to /live without a session, per network. */
  livePerNetwork: number
  logLevel: string
}

/** An invalid setting. The message is one line that an operator can act on, shown without a stack trace. */
export class ConfigError extends Error {}

/**
 * Reads and checks every setting. Secrets can also come from files. Throws `ConfigError` with one line per wrong
 * setting. `.env.example` lists the settings.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // Environment files and containers often set variables to empty values. Empty means unset.
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])),
  )
  const secrets = readSecretFiles(given)
  const parsed = environment.safeParse(secrets.settings)
  if (!parsed.success || secrets.problems.length > 0)
    throw new ConfigError(mistakesIn(secrets.problems, parsed.error?.issues ?? []))
  const settings = parsed.data
  const production = settings.NODE_ENV === 'production'
  const dataDir = path.resolve(settings.DATA_DIR)
  if (!canBeFolder(dataDir)) throw new ConfigError(`DATA_DIR: ${dataDir} is not a folder and cannot be created`)
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    dataDir,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ''),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    market: settings.MARKET,
    alpacaKeyId: settings.ALPACA_KEY_ID,
    alpacaSecret: settings.ALPACA_SECRET,
    btcRpcUrl: settings.BTC_RPC_URL,
    ethRpcUrl: settings.ETH_RPC_URL,
    btcConfirmations: settings.BTC_CONFIRMATIONS,
    ethConfirmations: settings.ETH_CONFIRMATIONS,
    btcExplorerUrl: settings.BTC_EXPLORER_URL,
    ethExplorerUrl: settings.ETH_EXPLORER_URL,
    bitcoindBin: settings.BITCOIND_BIN,
    signerSeedFile: settings.SIGNER_SEED_FILE,
    signerSocket: settings.SIGNER_SOCKET,
    chains: settings.CHAINS ?? true,
    operator: readOperator(settings.OPERATOR_PROFILE),
    filesUrl: settings.FILES_URL,
    documentDays: settings.DOCUMENT_DAYS,
    natsUrl: settings.NATS_URL,
    secretKey: settings.SECRET_KEY ? Buffer.from(settings.SECRET_KEY, 'hex') : ownSecretKey(dataDir),
    previousSecretKey: settings.SECRET_KEY_PREVIOUS ? Buffer.from(settings.SECRET_KEY_PREVIOUS, 'hex') : undefined,
    devTools: devToolsAreOn(settings),
    webhooks: settings.WEBHOOKS ?? (!production && isLoopback(settings.HOST)),
    practiceGrant: settings.PRACTICE_GRANT,
    ratePerMinute: settings.RATE_PER_MINUTE,
    trustedProxies: settings.TRUST_PROXY,
    metricsToken: settings.METRICS_TOKEN,
    apiDocs: settings.API_DOCS ?? (production ? 'customers' : 'all'),
    livePerNetwork: settings.LIVE_PER_NETWORK,
    logLevel: settings.LOG_LEVEL,
  }
}

/** Returns one line per mistake. A secret whose file is refused isn't also reported as missing. */
function mistakesIn(problems: SecretProblem[], issues: z.core.$ZodIssue[]): string {
  const reported = new Set(problems.map(({ setting }) => setting.replace(/_FILE$/, '')))
  const others = issues.filter(({ path: [setting] }) => !reported.has(String(setting)))
  return [
    ...problems.map(({ setting, message }) => `${setting}: ${message}`),
    ...others.map(({ path: names, message }) => `${names.join('.')}: ${message}`),
  ].join('\n')
}

function readOperator(file: string | undefined): OperatorProfile {
  if (file === undefined) return demonstrationOperator
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`OPERATOR_PROFILE: ${file} cannot be read as JSON (${(error as Error).message})`)
  }
  const parsed = operatorProfile.safeParse(content)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues
      .map((issue) => `OPERATOR_PROFILE: ${issue.path.join('.') || 'the file'}: ${issue.message}`)
      .join('\n'),
  )
}

/** Returns the public URL without a trailing slash: PUBLIC_URL, or else the address that the server listens on. */
export const addressOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host}:${port}`

/** Returns the process's environment, after adding the variables in the current folder's `.env` file. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Returns whether a path is a folder or can be created as one: no ancestor is a file. */
function canBeFolder(folder: string): boolean {
  return existsSync(folder) ? statSync(folder).isDirectory() : canBeFolder(path.dirname(folder))
}

function canKeepFiles(url: URL): boolean {
  try {
    if (url.protocol === 'file:') return canBeFolder(fileURLToPath(url))
    return (
      [decodeURIComponent(url.username), decodeURIComponent(url.password), url.host].every(Boolean) &&
      /^\/[^/]+$/.test(url.pathname)
    )
  } catch {
    return false
  }
}

/**
 * Returns the key of a non-production installation, which is created once and stored next to the data, readable only by
 * the owner.
 */
function ownSecretKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secret.key')
  const text = readOrMakeKey(dataDir, file)
  if (secretKeyPattern.test(text)) return Buffer.from(text, 'hex')
  throw new ConfigError(
    `DATA_DIR: ${file} does not contain a key of 64 hexadecimal digits: restore this installation's key, ` +
      'or remove the file if the installation has no data',
  )
}

function readOrMakeKey(dataDir: string, file: string): string {
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${file} cannot be read or created (${(error as NodeJS.ErrnoException).code})`)
  }
}
