/** Tells a database that is down, full or restarting (try again later) from a query that is wrong (ours to mend). */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // PostgreSQL: ended by an administrator, crashed, starting up; out of connections, memory, disk; read-only after a failover.
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '25006',
  // Two that waited for each other: nothing of this one is stored.
  '40P01',
  '40001',
])
const awayText =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|database is locked/

export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    away.has(code) ||
    isMissingSocket(error) ||
    code.startsWith('08') ||
    /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)/.test(code) ||
    awayText.test(error.message) ||
    isAway(error.cause)
  )
}

const isMissingSocket = (error: Error): boolean =>
  'syscall' in error && error.syscall === 'connect' && 'code' in error && error.code === 'ENOENT'
