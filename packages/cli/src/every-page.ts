import { type Page, pages } from '@xinchu/sdk'
import type { Described } from './contract.ts'
import { type Io, say } from './io.ts'

/** Rows of a page by id. */
const SIZE = 200
/** Rows of a page by number. Most lists have fewer, so that one page is the whole list. */
const MOST = 9_999

/** A row of any list, as far as reading goes on from it. */
interface Row {
  id?: number
}

type Query = Readonly<Record<string, unknown>>
type Read = (query: object) => Promise<Page<Row>>

const byId = (query: Query, read: Read, io: Io) =>
  pages(
    (more: { afterId?: number; size?: number }) => read({ ...query, ...more }),
    { size: SIZE, ...query },
    { signal: io.signal },
  )

async function* byNumber(query: Query, read: Read): AsyncGenerator<Page<Row>, void, void> {
  const size = Number(query['size'] ?? MOST)
  let total: number | undefined
  for (let page = Number(query['page'] ?? 0); ; page++) {
    const found = await read({ ...query, page, size })
    if (total !== undefined && found.totalElements !== total)
      throw new Error(
        `读取期间列表由 ${total} 条变为 ${found.totalElements} 条，结果可能遗漏或重复，请重新执行`,
      )
    total = found.totalElements
    yield found
    if (!found.content?.length || (page + 1) * size >= total) return
  }
}

/** Whether a list is read by id: it can be, and no page, order or batch's rows are requested. */
const isById = ({ parameters }: Described, query: Query): boolean =>
  parameters.some(({ name }) => name === 'afterId') &&
  ['page', 'sort', 'batchId'].every((name) => query[name] === undefined)

/** Reads a list to its end, by id where it can be. A failure says how to go on. */
export async function* everyPage(
  described: Described,
  query: Query,
  read: Read,
  io: Io,
): AsyncGenerator<Page<Row>, void, void> {
  const isWalk = isById(described, query)
  let seen = 0
  let last: number | undefined
  try {
    for await (const found of isWalk ? byId(query, read, io) : byNumber(query, read)) {
      yield found
      seen += found.content?.length ?? 0
      last = found.content?.at(-1)?.id
    }
  } catch (error) {
    if (isWalk && last !== undefined) say(io, `已读取 ${seen} 条；可加 --after-id ${last} 继续`)
    throw error
  }
}
