/** Groups rows by a key, both in the order of their first occurrence. */
export function groupedBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const own = groups.get(key)
    if (own) own.push(row)
    else groups.set(key, [row])
  }
  return groups
}
