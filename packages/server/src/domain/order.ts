import { type RawBuilder, sql } from 'kysely'

/**
 * What a list is ordered by: the asked-for columns that it can be ordered by, then a fixed order, so that pages never
 * overlap.
 */
export function orderBy(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = (sort ?? []).flatMap((each) => {
    const [field = '', direction] = each.split(',')
    const column = columns[field]
    return column ? [direction === 'desc' ? sql`${sql.ref(column)} desc` : sql`${sql.ref(column)} asc`] : []
  })
  return sql.join([...parts, last])
}

/** The pattern of `like` for what contains this text, whatever signs are in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Conditions that all must hold. */
export const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length > 0 ? sql<boolean>`${sql.join([...parts], sql` and `)}` : sql<boolean>`true`
