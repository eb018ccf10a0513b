/** The raw settings that decide who can reach the product and which machines it connects to. */
export type ReachSettings = {
  NODE_ENV: string
  HOST: string
  PUBLIC_URL?: string | undefined
  TRUST_PROXY: number
  DATABASE_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  SMTP_URL?: string | undefined
  BTC_RPC_URL?: string | undefined
  ETH_RPC_URL?: string | undefined
  NATS_URL?: string | undefined
  FILES_URL?: string | undefined
  SECRET_KEY?: string | undefined
  SECRET_KEY_PREVIOUS?: string | undefined
  SIGNER_SEED_FILE?: string | undefined
  SIGNER_SOCKET?: string | undefined
  DEV_TOOLS?: boolean | undefined
}

/** A setting and a one-line description of its fault. */
export type Refusal = { setting: string; message: string }

/** Returns whether a host name refers only to this machine. Accepts IPv6 addresses with and without brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(name)
}

/**
 * Returns the first setting that makes the product reachable by others or connects it to another machine. Such an
 * installation isn't private to a developer.
 */
function publicSetting(settings: ReachSettings): string | undefined {
  if (!isLoopback(settings.HOST)) return 'HOST'
  if (settings.PUBLIC_URL && !isLoopback(new URL(settings.PUBLIC_URL).hostname)) return 'PUBLIC_URL'
  if (settings.TRUST_PROXY > 0) return 'TRUST_PROXY'
  if (settings.DATABASE_URL && !databaseIsHere(settings.DATABASE_URL)) return 'DATABASE_URL'
  if (settings.SMTP_URL && !isLoopback(new URL(settings.SMTP_URL).hostname)) return 'SMTP_URL'
  return undefined
}

/** Returns whether development tools are on: as set, or by default if nobody else can reach the product. */
export function devToolsAreOn(settings: ReachSettings): boolean {
  return settings.DEV_TOOLS ?? (settings.NODE_ENV !== 'production' && publicSetting(settings) === undefined)
}

/** Returns the settings that contradict each other or would be unsafe. */
export function unsafeSettings(settings: ReachSettings): Refusal[] {
  const refusals = settings.NODE_ENV === 'production' ? unsafeInProduction(settings) : unsafeElsewhere(settings)
  if (settings.NATS_URL && !isTrustedBus(settings.NATS_URL, settings.NODE_ENV)) {
    refusals.push({
      setting: 'NATS_URL',
      message: 'needs a user name and password, or a token, in production and for a server on another machine',
    })
  }
  if (
    settings.SECRET_KEY_PREVIOUS &&
    settings.SECRET_KEY?.toLowerCase() === settings.SECRET_KEY_PREVIOUS.toLowerCase()
  ) {
    refusals.push({ setting: 'SECRET_KEY_PREVIOUS', message: 'must be the previous key, not the same as SECRET_KEY' })
  }
  if (settings.SIGNER_SOCKET && settings.SIGNER_SEED_FILE) {
    refusals.push({
      setting: 'SIGNER_SEED_FILE',
      message: 'belongs in the settings of the signer behind SIGNER_SOCKET, where this process cannot read it',
    })
  }
  return refusals
}

/**
 * Returns why the product can't start, or undefined. Production requires the coins' private keys: without this check, a
 * signer without keys would abort startup after the migrations had run. Commands that use only the database don't need
 * the keys.
 */
export function refusedStart(settings: {
  production: boolean
  chains: boolean
  signerSeedFile?: string | undefined
  signerSocket?: string | undefined
}): Refusal | undefined {
  const { production, chains, signerSeedFile, signerSocket } = settings
  if (!production || !chains || signerSeedFile || signerSocket) return undefined
  return {
    setting: 'SIGNER_SEED_FILE',
    message: 'must be set with NODE_ENV=production, unless SIGNER_SOCKET or CHAINS=0 is set',
  }
}

function unsafeElsewhere(settings: ReachSettings): Refusal[] {
  const open = publicSetting(settings)
  if (settings.DEV_TOOLS && open)
    return [{ setting: 'DEV_TOOLS', message: `development tools are not allowed together with ${open}` }]
  if (settings.SMTP_URL || devToolsAreOn(settings)) return []
  return [
    {
      setting: 'SMTP_URL',
      message:
        `must be set with ${open ?? 'DEV_TOOLS=0'}: ` + 'emails would go to a development mailbox that nobody can read',
    },
  ]
}

function unsafeInProduction(settings: ReachSettings): Refusal[] {
  const refusals: Refusal[] = []
  const refuse = (setting: string, message: string) => void refusals.push({ setting, message })
  if (settings.DEV_TOOLS) refuse('DEV_TOOLS', 'development tools are not allowed with NODE_ENV=production')
  if (!settings.SECRET_KEY) refuse('SECRET_KEY', 'must be set with NODE_ENV=production')
  else if (isGuessable(settings.SECRET_KEY))
    refuse('SECRET_KEY', 'is too easy to guess: generate a key with `openssl rand -hex 32`')
  if (!settings.SMTP_URL) refuse('SMTP_URL', 'must be set with NODE_ENV=production')
  if (!settings.PUBLIC_URL?.startsWith('https://'))
    refuse('PUBLIC_URL', 'must be an https URL with NODE_ENV=production')
  for (const setting of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const url = settings[setting]
    if (url && !databaseIsHere(url) && !databaseUsesTls(url))
      refuse(setting, 'needs sslmode=verify-full for a server on another machine')
  }
  for (const setting of ['BTC_RPC_URL', 'ETH_RPC_URL'] as const) {
    if (isPlainHttpToOtherHost(settings[setting])) refuse(setting, 'must use https for a node on another machine')
  }
  if (storesWithoutTls(settings.FILES_URL))
    refuse('FILES_URL', 'needs TLS for a store on another machine: remove tls=0')
  return refusals
}

const digitsOfKey = 2
const minDistinctBytes = 16

/**
 * Returns whether a key looks made up rather than random: random bytes almost never repeat this often (probability
 * below 10^-12) or count up.
 */
function isGuessable(key: string): boolean {
  const bytes = Array.from({ length: key.length / digitsOfKey }, (_, index) =>
    Number.parseInt(key.slice(index * digitsOfKey, (index + 1) * digitsOfKey), 16),
  )
  const steps = new Set(bytes.slice(1).map((byte, index) => (byte - bytes[index]! + 256) % 256))
  return new Set(bytes).size < minDistinctBytes || steps.size === 1
}

function databaseIsHere(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLoopback(host)
}

const databaseUsesTls = (url: string) =>
  ['require', 'verify-ca', 'verify-full'].includes(new URL(url).searchParams.get('sslmode') ?? '')

const isPlainHttpToOtherHost = (url: string | undefined) =>
  url !== undefined && url.startsWith('http:') && !isLoopback(new URL(url).hostname)

/**
 * Returns whether only trusted programs can publish to the bus. In production, not even other users of the same machine
 * may do so.
 */
function isTrustedBus(url: string, environment: string): boolean {
  const { hostname, username } = new URL(url)
  return username !== '' || (environment !== 'production' && isLoopback(hostname))
}

function storesWithoutTls(url: string | undefined): boolean {
  if (!url?.startsWith('s3:')) return false
  const { hostname, searchParams } = new URL(url)
  return searchParams.get('tls') === '0' && !isLoopback(hostname)
}
