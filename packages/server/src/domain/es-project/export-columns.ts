import { type FieldSpec, SNAPSHOT_CAPTION, snapshotText } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import type { SheetColumn } from '../../workbook/index.ts'
import { snake } from '../columns.ts'
import type { Labels } from '../dict/labels.ts'
import type { SnapshotSource } from '../warehouse/ledger.ts'
import { projectFields } from './columns.ts'
import type { ProjectRow } from './query.ts'
import { snapshotOf } from './row.ts'

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

function cellValueOf({ name, kind, dict }: FieldSpec): ExportColumn['value'] {
  const named = NAMED[name]
  if (named) return (row) => row[named]
  const labelOf = (labels: Labels, value: unknown) => labels.get(dict ?? '')?.get(String(value)) ?? value
  if (kind === 'dict') return (row, labels) => labelOf(labels, cellOf(row, name))
  if (kind === 'dicts')
    return (row, labels) => {
      const values = cellOf(row, name)
      return Array.isArray(values) ? values.map((value) => labelOf(labels, value)) : undefined
    }
  return (row) => cellOf(row, name)
}

const KINDS: Readonly<Partial<Record<FieldSpec['kind'], SheetColumn['kind']>>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
  boolean: 'boolean',
}

// Lists of rows and files have no cell.
const isCell = ({ kind }: FieldSpec) => kind !== 'rows' && kind !== 'list' && kind !== 'object'

const labelled = (field: string, header: string, dict: string): ExportColumn => ({
  field,
  header,
  kind: 'text',
  value: (row, labels) => labels.get(dict)?.get(String(cellOf(row, field))) ?? cellOf(row, field),
})

export const exportColumns: readonly ExportColumn[] = [
  { field: 'projectCode', header: '项目编号', kind: 'text', value: (row) => row.project_code },
  labelled('declareStatus', '申报状态', 'declare_status'),
  labelled('countryStatus', '国家审核状态', 'country_status'),
  labelled('repeatFlag', '查重标识', 'repeat_flag'),
  ...projectFields.filter(isCell).map((spec) => ({
    field: spec.name,
    header: spec.unit ? `${spec.caption}（${spec.unit}）` : spec.caption,
    kind: NAMED[spec.name] ? ('text' as const) : (KINDS[spec.kind] ?? 'text'),
    value: cellValueOf(spec),
  })),
  { field: 'createTime', header: '创建时间', kind: 'datetime', width: 20, value: (row) => row.create_time },
  { field: 'updateTime', header: '更新时间', kind: 'datetime', width: 20, value: (row) => row.update_time },
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
