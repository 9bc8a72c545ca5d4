export interface PostgresServer {
  url: string
  /** Stops it and keeps its data. */
  halt(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same port and data; resolves when it accepts connections. */
  resume(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Starts a temporary PostgreSQL. Resolves to undefined if none is installed. */
export function startPostgres(options?: {
  settings?: Record<string, string | number>
}): Promise<PostgresServer | undefined>
