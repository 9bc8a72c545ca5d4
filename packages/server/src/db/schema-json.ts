import type { ColumnType } from 'kysely'

/** Read as a value, written as JSON text. */
export type Json = ColumnType<unknown, string, string>

/** As `Json`, with a default. */
export type GeneratedJson = ColumnType<unknown, string | undefined, string>
