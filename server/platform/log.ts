import { pino, type Logger } from 'pino'

export type Log = Logger

/** Names of fields whose values never reach a log: secrets, and what identifies a person. */
const redactedFields = [
  'secrete', 'secret', 'pwd', 'cpwd', 'opwd', 'password', 'vcode', 'code', 'token', 'seed', 'email', 'name', 'phone', 'authorization', 'cookie', 'resetcode',
]

/** Structured log on standard output, one JSON object a line. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    // Requests are logged by call name and outcome; headers and bodies are never serialised.
    serializers: { req: () => undefined, res: () => undefined },
  })
}
