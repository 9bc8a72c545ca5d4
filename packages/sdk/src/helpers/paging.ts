import type { CallOptions } from '../http/types.ts'

/** One page of a list. */
export interface Page<Item> {
  content: Item[]
  totalElements: number
}

interface PageQuery {
  page?: number
  size?: number
}

// Optional, as in most lists: otherwise `undefined` would be part of what is inferred.
type List<Query, Item> = (query?: Query, call?: CallOptions) => Promise<Page<Item>>

const DEFAULT_SIZE = 100

/**
 * Iterates over the pages of a list: `for await (const page of pages(client.projects.list, { techType: ['01'] }))`.
 * Fetches each page on demand. Starts at `query.page`, default 0.
 */
export async function* pages<Query extends PageQuery, Item>(
  list: List<Query, Item>,
  query: Query & {},
  call?: CallOptions,
): AsyncGenerator<Page<Item>, void, void> {
  const size = query.size ?? DEFAULT_SIZE
  for (let page = query.page ?? 0; ; page++) {
    const found = await list({ ...query, page, size }, call)
    // Servers may omit an empty list.
    const content = found.content ?? []
    if (content.length > 0) yield { ...found, content }
    if (content.length === 0 || (page + 1) * size >= found.totalElements) return
  }
}

/** Iterates over all items of a list, page by page. */
export async function* items<Query extends PageQuery, Item>(
  list: List<Query, Item>,
  query: Query & {},
  call?: CallOptions,
): AsyncGenerator<Item, void, void> {
  for await (const { content } of pages(list, query, call)) yield* content
}
