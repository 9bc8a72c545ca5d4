import type { Db } from '../../db/database.ts'

/** Labels by dictionary and value, as the platform has them now. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

export async function loadLabels(db: Db): Promise<Labels> {
  const rows = await db
    .selectFrom('dict_entry as e')
    .innerJoin('dict as d', 'd.id', 'e.dict_id')
    .select(['d.name', 'e.value', 'e.label'])
    .execute()
  const labels = new Map<string, Map<string, string>>()
  for (const { name, value, label } of rows) {
    const dict = labels.get(name) ?? new Map<string, string>()
    labels.set(name, dict.set(value, label))
  }
  return labels
}
