/** Distinguishes a database that is down, full or restarting (retry later) from a wrong query (a bug). */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL: stopped by an administrator, crashed or starting; out of connections, memory or disk; read-only after a failover.
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '25006',
  // Deadlocks and serialization failures: the transaction was rolled back.
  '40P01',
  '40001',
])
const unavailableMessages =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|database is locked/

export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    unavailableCodes.has(code) ||
    isMissingSocket(error) ||
    code.startsWith('08') ||
    /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)/.test(code) ||
    unavailableMessages.test(error.message) ||
    isUnavailable(error.cause)
  )
}

const isMissingSocket = (error: Error): boolean =>
  'syscall' in error && error.syscall === 'connect' && 'code' in error && error.code === 'ENOENT'
