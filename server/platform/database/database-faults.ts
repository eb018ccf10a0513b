/** What a failed query means for a client. `lost`: the connection broke, possibly after a COMMIT. */
export type DatabaseFault = 'lost' | 'busy' | 'records_full'

const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']

/**
 * Classifies an error from the database or its driver by SQLSTATE. Returns undefined for any other error, such as a bug
 * in a query. Source: PostgreSQL 18 documentation, appendix A.
 */
export function databaseFaultOf(error: Error): DatabaseFault | undefined {
  const { code = '' } = error as { code?: string }
  // 25P03 and 25P04 end the session, 57P01 to 57P05 are shutdowns. With 40003 the outcome is unknown.
  if (/^(08|57P|25P0[34]|40003)/.test(code) || socketCodes.includes(code)) return 'lost'
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
    return 'lost'
  // Statement and lock timeouts, deadlocks and serialisation failures roll the transaction back.
  if (['57014', '55P03', '40001', '40P01', '53300'].includes(code)) return 'busy'
  // Disk full, out of memory, configured limits, I/O errors, read-only database (25006), corrupted data.
  if (/^(53|58|25006|XX00[12])/.test(code)) return 'records_full'
  return undefined
}
