import type { CallOptions } from '../http/types.ts'

/** One page of the platform. */
export interface Page<Item> {
  content: Item[]
  totalElements: number
}

interface PageQuery {
  page?: number
  size?: number
}

type List<Query, Item> = (query: Query, call?: CallOptions) => Promise<Page<Item>>

const DEFAULT_SIZE = 100

/**
 * The pages of a list one after the other: `for await (const page of pages(client.projects.list, { techType: ['01'] }))`.
 * Each is asked for when the one before has been used. Begins at `query.page`, 0 by default.
 */
export async function* pages<Query extends PageQuery, Item>(
  list: List<Query, Item>,
  query: Query,
  call?: CallOptions,
): AsyncGenerator<Page<Item>, void, void> {
  const size = query.size ?? DEFAULT_SIZE
  for (let page = query.page ?? 0; ; page++) {
    const found = await list({ ...query, page, size }, call)
    // Servers of this family leave an empty list out.
    const content = found.content ?? []
    if (content.length > 0) yield { ...found, content }
    if (content.length === 0 || (page + 1) * size >= found.totalElements) return
  }
}

/** Every item of a list, page by page. */
export async function* items<Query extends PageQuery, Item>(
  list: List<Query, Item>,
  query: Query,
  call?: CallOptions,
): AsyncGenerator<Item, void, void> {
  for await (const { content } of pages(list, query, call)) yield* content
}
