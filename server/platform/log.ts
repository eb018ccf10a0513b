import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Names of fields whose values never reach a log: secrets, and personal data. */
const redactedFields = [
  'secrete',
  'secret',
  'pwd',
  'cpwd',
  'opwd',
  'password',
  'vcode',
  'code',
  'token',
  'seed',
  'email',
  'name',
  'phone',
  'authorization',
  'cookie',
  'resetcode',
  // PostgreSQL quotes the failing row here.
  'detail',
]

/**
 * An error's `code` identifies the failure, such as a SQLSTATE or `ECONNREFUSED`. Any other `code` may have been
 * emailed to a person.
 */
const isErrorCode = ([first, second, ...more]: unknown[]) => first === 'err' && second === 'code' && more.length === 0

/** Creates a structured log on standard output, or on a test's stream, with one JSON object per line. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // Pino drops the first path segment for wildcard matches, so `err.code` is listed explicitly.
      paths: [...redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), 'err.code'],
      censor: (value: unknown, path: unknown[]) => (isErrorCode(path) ? value : '[hidden]'),
    },
    // Requests are logged by call name and outcome; headers and bodies are never serialised.
    serializers: { req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}
