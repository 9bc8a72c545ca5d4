/** Values of a list that take the space of a row. */
const VALUES_A_ROW = 25
/** Letters of a statement that take the space of a row. */
const LETTERS_A_ROW = 200

/**
 * Space of a kept result, in rows: its rows, and their lists and the statement in proportion. There are as many statements
 * as combinations of filters.
 * @param key the statement that it is kept by
 */
export function keptSize(rows: readonly unknown[], key: string): number {
  let values = 0
  // Most statements have no lists. One without values is null.
  const names = Object.entries(rows[0] ?? {}).flatMap(([name, value]) =>
    value === null || Array.isArray(value) ? [name] : [],
  )
  for (const row of names.length > 0 ? rows : [])
    for (const name of names) {
      const value: unknown = Reflect.get(Object(row), name)
      if (Array.isArray(value)) values += value.length
    }
  return rows.length + Math.ceil(values / VALUES_A_ROW) + Math.ceil(key.length / LETTERS_A_ROW)
}
