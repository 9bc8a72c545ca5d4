/** Starts a PostgreSQL of its own on loopback with a throw-away directory; undefined where none is installed. */
export function startPostgres(): Promise<{ url: string; stop(): Promise<void> } | undefined>
