import { MalformedResponseError } from '../errors.ts'
import type { CallOptions } from '../http/types.ts'

/** One page of a list. */
export interface Page<Item> {
  content: Item[]
  totalElements: number
}

type List<Query, Item> = (query: Query, call?: CallOptions) => Promise<Page<Item>>

interface ById {
  afterId?: number
}

interface ByPage {
  page?: number
  size?: number
}

interface Row {
  id?: number | undefined
}

/** Query of a list that is read by id: its order is that of the ids. `afterId` continues after a row. */
export type QueryById<Query> = Omit<NonNullable<Query>, 'page' | 'sort'> & { page?: never; sort?: never }

/** Query of a list that is read in one page. */
export type QueryOfWhole<Query> = Omit<NonNullable<Query>, 'page' | 'size' | 'afterId'> & {
  page?: never
  size?: never
  afterId?: never
}

/** A query, which may be missing where the list needs none, and options. */
type Asked<Query, Own, Options> = undefined extends Query
  ? [query?: Own | undefined, options?: Options]
  : [query: Own, options?: Options]

export interface WalkOptions extends CallOptions {
  /** Most items to read. Default: all. */
  limit?: number
}

/** All items of a list, read on demand. */
export interface Items<Item> extends AsyncGenerator<Item, void, void> {
  /** Reads the items into an array. @throws RangeError for more than 100,000 without `limit` */
  toArray(): Promise<Item[]>
}

const PAGE_SIZE = 100
/** Most items of `toArray` without a limit. */
const MOST_GATHERED = 100_000
/** Most rows of a page. */
const MOST_ROWS = 9_999

interface Walk {
  afterId: number
  size: number
  limit: number
}

/** @throws TypeError for an order, RangeError for a limit that is no count */
function walkOf(given: object = {}, limit = Number.POSITIVE_INFINITY): Walk {
  const query: ById & ByPage & { sort?: unknown } = given
  if (query.page !== undefined || query.sort !== undefined)
    throw new TypeError('items 与 pages 按主键升序读取，不能给出 page 或 sort；需要其他次序时用 whole')
  if (!(limit >= 0) || (Number.isFinite(limit) && !Number.isInteger(limit)))
    throw new RangeError('limit 应为非负整数')
  return { afterId: query.afterId ?? 0, size: query.size ?? PAGE_SIZE, limit }
}

function assertAscending(content: readonly Row[], afterId: number): void {
  let last = afterId
  for (const { id = 0 } of content) {
    if (id <= last) throw new MalformedResponseError('列表没有按 afterId 续读，平台的版本可能过旧')
    last = id
  }
}

async function* walk<Query, Item extends Row>(
  list: List<Query, Item>,
  query: QueryById<Query> | undefined,
  { afterId, size: most, limit }: Walk,
  call: CallOptions,
): AsyncGenerator<Page<Item>, void, void> {
  let seen = 0
  for (let last = afterId; seen < limit; ) {
    const size = Math.min(most, limit - seen)
    // QueryById leaves out only optional parameters, so that the rest is a whole query.
    const found = await list({ ...query, afterId: last, size } as Query, call)
    // Servers may omit an empty list.
    const content = found.content ?? []
    if (content.length === 0) return
    assertAscending(content, last)
    seen += content.length
    yield { ...found, content }
    // A page may also be short because rows went while it was read.
    if (content.length < size && seen >= found.totalElements) return
    last = content.at(-1)?.id ?? last
  }
}

/**
 * Iterates over the pages of a list in the order of the ids. Rows that exist all the time come once, whatever is added or
 * deleted meanwhile. Fetches each page on demand. @throws TypeError for `page` or `sort`
 */
export function pages<Query extends ById | undefined, Item extends Row>(
  list: List<Query, Item>,
  ...asked: Asked<Query, QueryById<Query>, WalkOptions>
): AsyncGenerator<Page<Item>, void, void> {
  const [query, { limit, ...call } = {}] = asked
  return walk(list, query, walkOf(query, limit), call)
}

async function* each<Item>(found: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, void> {
  for await (const { content } of found) yield* content
}

async function gathered<Item>(found: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of found) {
    if (all.length >= most) throw new RangeError(`超过 ${most} 条，请缩小查询条件，或给出 limit`)
    all.push(item)
  }
  return all
}

/**
 * Iterates over the items of a list in the order of the ids, as `pages` does:
 * `for await (const project of items(client.projects.list, { techType: ['01'] }, { limit: 500 }))`.
 */
export function items<Query extends ById | undefined, Item extends Row>(
  list: List<Query, Item>,
  ...asked: Asked<Query, QueryById<Query>, WalkOptions>
): Items<Item> {
  const found = each(pages(list, ...asked))
  const most = asked[1]?.limit ?? MOST_GATHERED
  return Object.assign(found, { toArray: () => gathered(found, most) })
}

/** Reads a list in one page, in any order. @throws RangeError if it has more than 9,999 rows */
export async function whole<Query extends ByPage | undefined, Item>(
  list: List<Query, Item>,
  ...asked: Asked<Query, QueryOfWhole<Query>, CallOptions>
): Promise<Item[]> {
  const [query, call] = asked
  // QueryOfWhole leaves out only optional parameters, so that the rest is a whole query.
  const { content, totalElements } = await list({ ...query, page: 0, size: MOST_ROWS } as Query, call)
  if (totalElements > MOST_ROWS)
    throw new RangeError(`共 ${totalElements} 条，一次至多读取 ${MOST_ROWS} 条，请缩小查询条件`)
  return content ?? []
}
