import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from './gen/tables.ts'

/** The tables as the migrations make them. */
export type Database = DB

type TableName = keyof Database

/** A row as it is read. */
export type Row<Table extends TableName> = Selectable<Database[Table]>

/** A row to insert. */
export type NewRow<Table extends TableName> = Insertable<Database[Table]>

/** Changes of a row. */
export type RowChanges<Table extends TableName> = Updateable<Database[Table]>
