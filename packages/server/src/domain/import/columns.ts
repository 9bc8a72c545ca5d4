import type { FieldSpec } from '@xinchu/validators'
import { projectFields } from '../es-project/columns.ts'

/** A column of the import workbook. */
export interface ImportColumn {
  /** The machine name in the workbook's hidden row; places and groups are written by name, not by code. */
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

/** The columns after the serial number, in the order of the template. */
export const importColumns: readonly ImportColumn[] = projectFields
  .filter(({ importColumn }) => importColumn !== undefined)
  .toSorted((a, b) => (a.importColumn ?? 0) - (b.importColumn ?? 0))
  .map((spec) => ({ name: NAMES[spec.name] ?? spec.name, caption: spec.caption, spec }))

const byName = new Map(
  importColumns.flatMap((column) => [
    [column.name, column],
    [column.spec.name, column],
  ]),
)

/** A column by its machine name or by the name of its field. */
export const columnNamed = (name: string): ImportColumn | undefined => byName.get(name)

/** The machine name of the column that a field is filled from. */
export const columnOf = (field: string): ImportColumn | undefined => byName.get(field)
