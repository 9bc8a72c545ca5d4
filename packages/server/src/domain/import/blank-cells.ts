import { importColumns, SHOWN_AT } from './columns.ts'
import { PLACES, type RawRow, type Values } from './places.ts'

/** Fields that are filled from a column: the one of its name, and those that show their value there. */
const fieldsOf = new Map(
  importColumns.map(({ name, spec }) => [
    name,
    [spec.name, ...Object.keys(SHOWN_AT).filter((field) => SHOWN_AT[field] === spec.name)],
  ]),
)

const hasValue = (values: Values, field: string): boolean =>
  values[field] !== undefined && values[field] !== null

/**
 * Fields that a row names and leaves empty. They are told apart from those that its file does not have: those stay in a
 * draft whatever is asked for, these may be cleared. A cell that only says that there is nothing, as `/`, is empty.
 * @param letters columns of the workbook by machine name; none for rows that were sent without one
 */
export function blankFields(
  raw: RawRow,
  values: Values,
  letters: Readonly<Record<string, string>>,
): string[] {
  return importColumns.flatMap(({ name }) => {
    if (!Object.hasOwn(letters, name) && !Object.hasOwn(raw, name)) return []
    const fields = fieldsOf.get(name) ?? []
    return fields.some((field) => hasValue(values, field)) ? [] : fields
  })
}

/** Groups of which one value replaces all: the levels above a place, and the date of the project's state. */
const GROUPS: readonly (readonly string[])[] = [['stopDate', 'retireDate', 'terminateDate']]

/** Fields without a value of their own that lose the one they had, because another of their group has one now. */
export function replacedFields(values: Values): string[] {
  const lowest = PLACES.findLastIndex((field) => hasValue(values, field))
  const places = PLACES.slice(0, Math.max(lowest, 0))
  const groups = GROUPS.filter((fields) => fields.some((field) => hasValue(values, field))).flat()
  return [...places, ...groups].filter((field) => !hasValue(values, field))
}
