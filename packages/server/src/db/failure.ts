/** The database cannot be reached or has lost the connection: the same call may succeed shortly. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** The disk of the database is full: nothing can be written until somebody makes room. */
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

/** Whether the error says that a disk is full, in the words of PostgreSQL or of the operating system. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = partsOf(error)
  return (
    code === DISK_FULL || code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(message)
  )
}

/**
 * Translates what a database driver throws. Errors of a single statement pass through with their SQLSTATE.
 * @param isConnectionLost whether the connection is known to be unusable, whatever the error says
 */
export function translateFailure(error: unknown, isConnectionLost: boolean): unknown {
  if (error instanceof DatabaseUnavailableError || error instanceof StorageFullError) return error
  const { code, message } = partsOf(error)
  if (isDiskFull(error)) return new StorageFullError(message, { cause: error })
  if (UNAVAILABLE.test(code ?? '') || (isConnectionLost && !isSqlState(code)))
    return new DatabaseUnavailableError(message, { cause: error })
  return error
}
