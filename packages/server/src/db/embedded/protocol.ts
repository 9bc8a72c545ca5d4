/** What the main thread asks of the thread that runs the embedded database. */
export type DatabaseRequest =
  | { id: number; kind: 'query'; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'exec'; sql: string }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' }

export interface QueryAnswer {
  rows: unknown[]
  rowCount: number
  command: string
}

/** The parts of a PostgreSQL error that callers switch on. */
export interface DatabaseErrorParts {
  message: string
  code?: string | undefined
  constraint?: string | undefined
  detail?: string | undefined
}

export type DatabaseAnswer =
  | { id: number; ok: true; value: QueryAnswer | Uint8Array | undefined }
  | {
      id: number
      ok: false
      error: DatabaseErrorParts
      /** The database has crashed: its thread must be ended and its files opened again. */
      isOver: boolean
    }

/** What the thread says: first whether the database is open, then its answers. */
export type WorkerMessage = 'ready' | { startError: DatabaseErrorParts }

export interface EmbeddedOptions {
  /** Folder on disk, or undefined for a database in memory. */
  dataDir: string | undefined
  /** A prepared database (tar) to begin with where the folder is empty. */
  template: string | undefined
}
