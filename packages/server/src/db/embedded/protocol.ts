/** Requests of the main thread to the database thread. */
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

/** The fields of a PostgreSQL error that callers use. */
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
      /** The database has crashed. Its thread must be ended and its files reopened. */
      isOver: boolean
    }

/** Messages of the thread: first whether the database opened, then replies. */
export type WorkerMessage = 'ready' | { startError: DatabaseErrorParts }

export interface EmbeddedOptions {
  /** Folder on disk, or undefined for a database in memory. */
  dataDir: string | undefined
  /** A prepared database (tar) to start from if the folder is empty. */
  template: string | undefined
}
