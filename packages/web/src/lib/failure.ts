import { isXinchuError } from '@xinchu/sdk'

/** State of a query: its latest data, and the error of the last fetch. */
interface Read {
  data?: unknown
  error: Error | null
}

/**
 * The failure that a screen shows in place of a record. A record that was read stays when it cannot be read again, unless it
 * no longer exists.
 */
export function failureOf({ data, error }: Read): Error | undefined {
  if (!error) return undefined
  const isGone = isXinchuError(error) && error.kind === 'not-found'
  return data === undefined || isGone ? error : undefined
}
