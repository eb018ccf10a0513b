import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Settings that contain a key, a password or a token. Each can also come from a file, which keeps the value out of the
 * environment.
 */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'ALPACA_KEY_ID',
  'ALPACA_SECRET',
  'BTC_RPC_URL',
  'ETH_RPC_URL',
  'FILES_URL',
  'NATS_URL',
  'METRICS_TOKEN',
] as const

const fileSetting = (name: string) => `${name}_FILE`

/** An unusable secret: its setting and the reason. */
export type SecretProblem = { setting: string; message: string }
type Resolved = { settings: Record<string, string>; problems: SecretProblem[] }
type Source = { setting: string; from: string; file?: string }

const readableByOthers = 0o004

/**
 * Returns the settings with every secret read from its file: the one in `NAME_FILE`, or `NAME` in the folder
 * `CREDENTIALS_DIRECTORY`, where systemd puts credentials. Reports a secret with two sources, and a file that is
 * missing, empty or readable by others.
 */
export function readSecretFiles(given: Record<string, string>): Resolved {
  const settings = { ...given }
  const problems: SecretProblem[] = []
  for (const name of secretSettings) {
    delete settings[fileSetting(name)]
    const [source, second] = sourcesOf(name, given)
    if (source && second)
      problems.push({ setting: second.setting, message: `is set twice, ${source.from} and ${second.from}: keep one` })
    else if (source?.file) {
      const read = readSecret(source.file)
      if ('text' in read) settings[name] = read.text
      else problems.push({ setting: source.setting, message: read.problem })
    }
  }
  return { settings, problems }
}

function sourcesOf(name: string, given: Record<string, string>): Source[] {
  const sources: Source[] = []
  if (given[name]) sources.push({ setting: name, from: 'in the environment' })
  const named = given[fileSetting(name)]
  if (named)
    sources.push({ setting: fileSetting(name), from: `in the file that ${fileSetting(name)} names`, file: named })
  const credential = given['CREDENTIALS_DIRECTORY'] && path.join(given['CREDENTIALS_DIRECTORY'], name)
  if (credential && existsSync(credential))
    sources.push({ setting: name, from: 'as a systemd credential', file: credential })
  return sources
}

function readSecret(file: string): { text: string } | { problem: string } {
  try {
    // Group access is allowed, because systemd maps a credential's access list to group rights.
    if (statSync(file).mode & readableByOthers)
      return { problem: `${file} is readable by every user of this machine: set its mode to 0640 or 0600` }
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? { problem: `${file} is empty` } : { text }
  } catch (error) {
    return { problem: `${file} can't be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
