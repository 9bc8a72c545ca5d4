import type { QueryClient } from '@tanstack/react-query'
import { afterAll } from 'vitest'
import { openConnection } from '../../src/app/connection.ts'
import { createClient } from '../../src/app/query-client.ts'

/** A query client for the tests of a file. Its connection ends with them. */
export function clientOfFile(): QueryClient {
  const connection = openConnection()
  afterAll(connection.close)
  return createClient({ connection })
}
