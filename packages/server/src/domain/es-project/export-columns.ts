import { type FieldSpec, projectDerived, SNAPSHOT_CAPTION, snapshotText } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import type { SheetColumn } from '../../workbook/index.ts'
import { snake } from '../columns.ts'
import type { Labels } from '../dict/labels.ts'
import type { SnapshotSource } from '../ledger/ledger.ts'
import { headingOf, isInternal } from '../outward.ts'
import { type OwnProperty, ownProperties } from '../own-properties.ts'
import { fieldsOf, projectFields } from './columns.ts'
import type { ProjectRow } from './query.ts'
import { provinceFlagOf, snapshotOf } from './row.ts'

/** An exported project. A project of the warehouse also has its origin. */
export type ExportedRow = ProjectRow | (ProjectRow & SnapshotSource)

/** A column of an export: title and value. */
export interface ExportColumn extends SheetColumn {
  field: string
  value(row: ExportedRow, labels: Labels): unknown
}

const cellOf = (row: ExportedRow, field: string): unknown => row[snake(field) as keyof ProjectRow] // fields name columns

// Fields exported by name instead of code. The query joins the names.
const NAMED: Readonly<Record<string, keyof ProjectRow>> = {
  provinceCode: 'province_name',
  cityCode: 'city_name',
  countyCode: 'county_name',
  ownerGroupId: 'owner_group_name',
}

const labelOf = (labels: Labels, dict: string | undefined, value: unknown) =>
  labels.get(dict ?? '')?.get(String(value)) ?? value

function cellValueOf({ name, kind, dict }: FieldSpec): ExportColumn['value'] {
  const named = NAMED[name]
  if (named) return (row) => row[named]
  if (kind === 'dict') return (row, labels) => labelOf(labels, dict, cellOf(row, name))
  if (kind === 'dicts')
    return (row, labels) => {
      const values = cellOf(row, name)
      return Array.isArray(values) ? values.map((value) => labelOf(labels, dict, value)) : undefined
    }
  return (row) => cellOf(row, name)
}

const KINDS: Readonly<Partial<Record<FieldSpec['kind'], SheetColumn['kind']>>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
  boolean: 'boolean',
}

// Lists of rows have a sheet of their own, and files no cell.
const isCell = ({ kind }: FieldSpec) => kind !== 'rows' && kind !== 'list' && kind !== 'object'

/** Values that no column of the database has. */
const DERIVED: Readonly<Record<string, (row: ExportedRow) => unknown>> = {
  durationHours: (row) => projectDerived(fieldsOf(row)).durationHours,
  unitCost: (row) => projectDerived(fieldsOf(row)).unitCost,
  submitProvinceFlag: (row) => provinceFlagOf(row.declare_status),
}

function kindOf({ refers, type }: OwnProperty): SheetColumn['kind'] {
  if (refers === 'DateTime') return 'datetime'
  if (type === 'boolean') return 'boolean'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

// No column of its own for the name of a code: the code's column shows the name.
const isFact = ({ name, type }: OwnProperty) =>
  type !== 'array' && type !== 'object' && !isInternal(name) && !/(?:Label|Name)$/.test(name)

/** Columns of a schema's own facts. */
const ownColumns = (schema: string): ExportColumn[] =>
  ownProperties(schema)
    .filter(isFact)
    .map((property) => {
      const { name: field, title = field, 'x-unit': unit, 'x-dict': dict } = property
      const kind = kindOf(property)
      const of = DERIVED[field] ?? ((row: ExportedRow) => cellOf(row, field))
      return {
        ...{ field, header: headingOf(title, unit), kind },
        ...(kind === 'datetime' ? { width: 20 } : {}),
        value: dict === undefined ? of : (row, labels) => labelOf(labels, dict, of(row)),
      }
    })

/** Every fact of a project by the contract, once. */
export const exportColumns: readonly ExportColumn[] = [
  ...ownColumns('EsProjectSystemFields'),
  ...projectFields.filter(isCell).map((spec) => ({
    field: spec.name,
    header: headingOf(spec.caption, spec.unit),
    kind: NAMED[spec.name] ? ('text' as const) : (KINDS[spec.kind] ?? 'text'),
    value: cellValueOf(spec),
  })),
  ...ownColumns('EsProject'),
  ...ownColumns('Audited'),
]

/** Columns of projects of the warehouse. */
export const storedColumns: readonly ExportColumn[] = [
  ...exportColumns,
  {
    field: 'snapshot',
    header: SNAPSHOT_CAPTION,
    kind: 'text',
    width: 56,
    value: (row) => ('sync_id' in row ? snapshotText(snapshotOf(row)) : undefined),
  },
]

/** @throws HttpError 400 for an unknown column */
export function chosenColumns(
  columns: readonly ExportColumn[],
  fields: readonly string[] | undefined,
): readonly ExportColumn[] {
  if (!fields?.length) return columns
  return fields.map((field) => {
    const column = columns.find((each) => each.field === field)
    if (!column)
      throw badRequest('W-027', `没有可导出的列“${field}”`, [{ field: 'columns', message: '取值不正确' }])
    return column
  })
}
