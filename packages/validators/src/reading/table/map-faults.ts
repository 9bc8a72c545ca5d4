/** A column of a file with the field that it is chosen for, if any. */
export interface ChosenColumn<Column> {
  column: Column
  field: string | undefined
}

export interface MapFaults<Column> {
  /** Fields that several columns are for, each with its columns. */
  twins: ReadonlyMap<string, readonly Column[]>
  /** Required fields that no column is for, in their order. */
  missing: readonly string[]
}

/** What keeps a file from being read by the fields that its columns are chosen for. */
export function mapFaults<Column>(
  columns: readonly ChosenColumn<Column>[],
  required: readonly string[] = [],
): MapFaults<Column> {
  const byField = new Map<string, Column[]>()
  for (const { column, field } of columns)
    if (field !== undefined) byField.set(field, [...(byField.get(field) ?? []), column])
  return {
    twins: new Map([...byField].filter(([, each]) => each.length > 1)),
    missing: required.filter((name) => !byField.has(name)),
  }
}
