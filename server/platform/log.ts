import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Names of fields whose values never reach a log: secrets, and what identifies a person. */
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
  // PostgreSQL quotes the row at fault here.
  'detail',
]

/** The `code` of an error says what failed: a SQLSTATE, `ECONNREFUSED`. Every other one may be a code that somebody was sent. */
const isOfError = ([first, second, ...more]: unknown[]) => first === 'err' && second === 'code' && more.length === 0

/** Structured log on standard output, or where a test wants it, one JSON object a line. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // Under a wildcard the censor is not told the first word of a path; named besides, it is.
      paths: [...redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), 'err.code'],
      censor: (value: unknown, path: unknown[]) => (isOfError(path) ? value : '[hidden]'),
    },
    // Requests are logged by call name and outcome; headers and bodies are never serialised.
    serializers: { req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}
