import type { SourcePart } from '@xinchu/validators'
import { type JsonSchema, operations } from '../contract/document.ts'
import type { OperationId } from '../contract/operation-id.ts'
import { elementOf, propertiesOf, resolve } from '../contract/schema-walk.ts'
import type { ColumnKind } from '../domain/statistics/open-data/parquet.ts'

export interface TableColumn {
  /** Property of the rows. */
  name: string
  caption: string
  unit?: string | undefined
  kind: ColumnKind
  /** Cell of a value that is an object. JSON has the object itself. */
  cell?: ((row: TableRow) => string | undefined) | undefined
}

export type TableRow = Readonly<Record<string, unknown>>

/** A table of a statistics page, as its address with a suffix answers it. */
export interface PageTable {
  title: string
  /** Undefined for the working records of today. */
  period: string | undefined
  source: readonly SourcePart[]
  /** Origin of the other side of a comparison. */
  baseSource?: readonly SourcePart[] | undefined
  /** Conditions of the calls behind the rows. */
  conditions: object
  columns: readonly TableColumn[]
  /** All rows, or pages of them where there may be many. */
  rows: readonly TableRow[] | AsyncIterable<readonly TableRow[]>
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  number: 'double',
  integer: 'integer',
  boolean: 'boolean',
}

function columnOf(name: string, schema: JsonSchema): TableColumn[] {
  const { type, format, title, 'x-unit': unit } = resolve(schema)
  // Lists and objects have no cell.
  if (type === 'array' || type === 'object') return []
  return [
    {
      name,
      caption: typeof title === 'string' ? title : name,
      unit: typeof unit === 'string' ? unit : undefined,
      kind: format === 'date' ? 'date' : (KINDS[String(type)] ?? 'text'),
    },
  ]
}

/**
 * Columns of a list in a call's reply, by the contract.
 * @param list property of the reply that holds the list; undefined if the reply is the list
 */
export function replyColumns(id: OperationId, list?: string): TableColumn[] {
  const reply = operations.find((each) => each.id === id)?.success.json
  const whole = list === undefined ? reply : reply && propertiesOf(reply).get(list)
  const row = whole && elementOf(whole, 'items')
  if (!row) throw new Error(`${id} answers no list ${list ?? ''}`)
  return [...propertiesOf(row)].flatMap(([name, schema]) => columnOf(name, schema))
}

/** Columns with the captions of others of the same name, such as those of an export. */
export const withCaptions = (
  columns: readonly TableColumn[],
  captions: Readonly<Record<string, string>>,
): TableColumn[] => columns.map((each) => ({ ...each, caption: captions[each.name] ?? each.caption }))

/** Columns without those of these names. */
export const withoutColumns = (columns: readonly TableColumn[], names: readonly string[]): TableColumn[] =>
  columns.filter(({ name }) => !names.includes(name))
