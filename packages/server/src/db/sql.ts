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

/** The page of a list that a query requests: by its number, or by the id that precedes its rows. */
export interface PageQuery {
  page?: number | undefined
  size?: number | undefined
  afterId?: number | undefined
}

interface Arranged {
  /** Column of the list's unique id. */
  id: string
  /** Order of the numbered pages. */
  order: RawBuilder<unknown>
}

/** SQL `where`, `order by` and `limit` of a page. After an id, rows come by id, so that other rows never move them. */
export function pageOf(
  where: RawBuilder<boolean>,
  { page = 0, size = 10, afterId }: PageQuery,
  { id, order }: Arranged,
): RawBuilder<unknown> {
  if (afterId === undefined) return sql`where ${where} order by ${order} limit ${size} offset ${page * size}`
  return sql`where (${where}) and ${sql.ref(id)} > ${afterId} order by ${sql.ref(id)} limit ${size}`
}

/** Like `pageOf`, for a list that is read whole. */
export function pageAmong<Row extends { id: number }>(
  rows: readonly Row[],
  { page = 0, size = 10, afterId }: PageQuery,
): Row[] {
  if (afterId === undefined) return rows.slice(page * size, (page + 1) * size)
  return rows
    .filter(({ id }) => id > afterId)
    .sort((a, b) => a.id - b.id)
    .slice(0, size)
}

/** A `like` pattern for values that contain this text; its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Joins conditions by `and`; true where there are none. */
export const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length > 0 ? sql<boolean>`${sql.join([...parts], sql` and `)}` : sql<boolean>`true`
