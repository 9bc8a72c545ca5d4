/** The database is unreachable or the connection was lost. A retry may succeed. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** The database's disk is full. Writes fail until space is freed. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
}

// SQLSTATE classes: 08 connection exception (08P01 is an error of the message, not of the connection), 57P shutdown and
// crash, 53 insufficient resources. 25006 comes from a standby.
const UNAVAILABLE = /^(?:08(?!P01)...|57P..|53...|25006)$/
const DISK_FULL = '53100'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isSqlState = (code: string | undefined): boolean => code !== undefined && /^[0-9A-Z]{5}$/.test(code)

function partsOf(error: unknown): { code: string | undefined; message: string } {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown } // read defensively
  return { code: textOf(code), message: textOf(message) ?? String(error) }
}

/** Whether the error reports a full disk, from PostgreSQL or the operating system. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = partsOf(error)
  return (
    code === DISK_FULL || code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(message)
  )
}

/**
 * Translates a driver's errors. Errors of a single statement keep their SQLSTATE.
 * @param isConnectionLost whether the connection is known to be unusable, regardless of the error
 */
export function translateFailure(error: unknown, isConnectionLost: boolean): unknown {
  if (error instanceof DatabaseUnavailableError || error instanceof StorageFullError) return error
  const { code, message } = partsOf(error)
  if (isDiskFull(error)) return new StorageFullError(message, { cause: error })
  if (UNAVAILABLE.test(code ?? '') || (isConnectionLost && !isSqlState(code)))
    return new DatabaseUnavailableError(message, { cause: error })
  return error
}
