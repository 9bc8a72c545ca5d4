export interface PostgresServer {
  url: string
  /** Stops it as `pg_ctl stop` does; the data stay. */
  halt(mode?: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same port and data; resolves when it accepts connections. */
  resume(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Starts a throw-away PostgreSQL. Resolves to undefined where none is installed. */
export function startPostgres(options?: {
  settings?: Record<string, string | number>
}): Promise<PostgresServer | undefined>
