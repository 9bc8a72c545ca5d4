import type { FieldSpec } from '@xinchu/validators'
import { projectFields } from '../es-project/columns.ts'

/** A column of the import workbook. */
export interface ImportColumn {
  /** Machine name in the workbook's hidden row. Places and groups are given by name, not by code. */
  name: string
  caption: string
  spec: FieldSpec
}

const NAMES: Readonly<Record<string, string>> = {
  provinceCode: 'province',
  cityCode: 'city',
  countyCode: 'county',
  ownerGroupId: 'ownerGroupName',
}

/** Columns after the serial number, in template order. */
export const importColumns: readonly ImportColumn[] = projectFields
  .filter(({ importColumn }) => importColumn !== undefined)
  .toSorted((a, b) => (a.importColumn ?? 0) - (b.importColumn ?? 0))
  .map((spec) => ({ name: NAMES[spec.name] ?? spec.name, caption: spec.caption, spec }))

/** For fields without a column of their own, the column that they are filled from. */
export const SHOWN_AT: Readonly<Record<string, string>> = {
  retireDate: 'stopDate',
  terminateDate: 'stopDate',
}

const byName = new Map(
  importColumns.flatMap((column) => [
    [column.name, column],
    [column.spec.name, column],
  ]),
)

/** Finds a column by its machine name or field name. */
export const columnNamed = (name: string): ImportColumn | undefined => byName.get(name)

/** The field whose rows stand on a sheet of their own. */
export const PARTS = 'hybridDetail'

const parts = new Map(
  projectFields.flatMap((spec) =>
    spec.name === PARTS ? [[PARTS, { name: PARTS, caption: spec.caption, spec }]] : [],
  ),
)

/** What a field is filled from: a column, or a sheet of its own. */
export const columnOf = (field: string): ImportColumn | undefined => byName.get(field) ?? parts.get(field)
