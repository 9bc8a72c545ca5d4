/** Some columns of a row. */
export const columnsOf = <Name extends string>(
  row: Readonly<Record<Name, unknown>>,
  names: readonly Name[],
): Readonly<Record<string, unknown>> => Object.fromEntries(names.map((name) => [name, row[name]]))
