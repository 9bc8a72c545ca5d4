import type { SourcePart } from '@xinchu/validators'
import type { OperationId } from '../contract/operation-id.ts'
import { elementOf, propertiesOf, resolve } from '../contract/schema-walk.ts'
import { isDictionary, labelIn, labelsIn } from '../domain/dict/label.ts'
import { isInternal } from '../domain/outward.ts'
import type { ColumnKind } from '../domain/statistics/open-data/parquet.ts'
import { type JsonSchema, operations } from '../operations.ts'

export interface TableColumn {
  /** Property of the rows. */
  name: string
  caption: string
  unit?: string | undefined
  kind: ColumnKind
  /** Labels of the codes in the column. */
  labels?: Readonly<Record<string, string>> | undefined
  /** Cell of a value that is an object or a code. JSON has the value itself. */
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
  /** The sum of the rows, below them in a table for people. */
  sum?: TableRow | undefined
  /** Number of rows that come in pages. */
  total?: number | undefined
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  number: 'double',
  integer: 'integer',
  boolean: 'boolean',
}

/** The label of a code, where no further column has it. */
function labelCell(
  name: string,
  { 'x-dict': dict }: JsonSchema,
  names: ReadonlySet<string>,
): Pick<TableColumn, 'cell' | 'labels'> {
  if (typeof dict !== 'string' || !isDictionary(dict) || names.has(`${name}Label`)) return {}
  return {
    labels: labelsIn(dict),
    cell: (row) => {
      const value = row[name]
      return value === undefined || value === null ? undefined : labelIn(dict, String(value))
    },
  }
}

const isRegion = ({ $ref }: JsonSchema) => String($ref).endsWith('/RegionCode')

function columnOf(name: string, schema: JsonSchema, names: ReadonlySet<string>): TableColumn[] {
  const resolved = resolve(schema)
  const { type, format, title, 'x-unit': unit } = resolved
  // Lists and objects have no cell.
  if (type === 'array' || type === 'object' || isInternal(name)) return []
  const labelled = labelCell(name, resolved, names)
  const caption = typeof title === 'string' ? title : name
  return [
    {
      name,
      // The column beside it has the name of the place.
      caption: isRegion(schema) ? `${caption}代码` : caption,
      unit: typeof unit === 'string' ? unit : undefined,
      kind: labelled.cell ? 'text' : format === 'date' ? 'date' : (KINDS[String(type)] ?? 'text'),
      ...labelled,
    },
  ]
}

/**
 * Columns of a list in a call's reply, by the contract.
 * @param list property of the reply that holds the list; undefined if the reply is the list
 */
export function replyColumns(id: OperationId, list?: string): TableColumn[] {
  const reply = operations.find((each) => each.id === id)?.success.schema
  const whole = list === undefined ? reply : reply && propertiesOf(reply).get(list)
  const row = whole && elementOf(whole, 'items')
  if (!row) throw new Error(`${id} answers no list ${list ?? ''}`)
  const properties = propertiesOf(row)
  const names = new Set(properties.keys())
  return [...properties].flatMap(([name, schema]) => columnOf(name, schema, names))
}

/** Columns with the captions of others of the same name, such as those of an export. */
export const withCaptions = (
  columns: readonly TableColumn[],
  captions: Readonly<Record<string, string>>,
): TableColumn[] => columns.map((each) => ({ ...each, caption: captions[each.name] ?? each.caption }))

/** Columns without those of these names. */
export const withoutColumns = (columns: readonly TableColumn[], names: readonly string[]): TableColumn[] =>
  columns.filter(({ name }) => !names.includes(name))
