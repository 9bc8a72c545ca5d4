import { type RawBuilder, sql } from 'kysely'
import { badRequest } from '../errors.ts'

type Direction = 'asc' | 'desc'

/** Parses the `sort` parameter. @throws HttpError 400 for a key that is not among the columns */
export function sortedBy(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
): (readonly [column: string, direction: Direction])[] {
  return (sort ?? []).map((each) => {
    const [field = '', direction] = each.split(',')
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (column) return [column, direction === 'desc' ? 'desc' : 'asc'] as const
    const known = Object.keys(columns)
    const hint = known.length > 0 ? `可用的字段为 ${known.join('、')}` : '本列表次序固定'
    throw badRequest('W-027', `排序：不支持 ${field}，${hint}`, 'sort')
  })
}

/**
 * Builds an `order by` list: the requested columns, then `last`, which makes the order total so that pages never overlap.
 * @throws HttpError 400 for a key that the list cannot be sorted by
 */
export function orderBy(
  columns: Readonly<Record<string, string>>,
  sort: readonly string[] | undefined,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = sortedBy(columns, sort).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`,
  )
  return sql.join([...parts, last])
}

/** A `like` pattern for values that contain this text; its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Joins conditions by `and`; true where there are none. */
export const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length > 0 ? sql<boolean>`${sql.join([...parts], sql` and `)}` : sql<boolean>`true`
