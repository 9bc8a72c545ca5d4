import { type Refusal, refuse } from '../reply.ts'

interface PageQuery {
  page?: number
  size?: number
  afterId?: number
}

/** One page of a list: by its number, or the rows after an id. */
export function pageOf<Row extends { id: number }>(
  list: readonly Row[],
  { page = 0, size = 10, afterId }: PageQuery,
): Row[] {
  if (afterId === undefined) return list.slice(page * size, (page + 1) * size)
  return list
    .filter(({ id }) => id > afterId)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, size)
}

const BY_ID = '给出 afterId 时按主键升序，不能另给 page 或 sort'

/** The platform's refusal of an id together with a page or an order. */
export function refusedOrder(query: object): Refusal | undefined {
  if (!('afterId' in query)) return undefined
  const others = ['page', 'sort'].filter((name) => name in query)
  if (others.length === 0) return undefined
  return refuse(400, BY_ID, { code: 'W-027', errors: others.map((field) => ({ field, message: BY_ID })) })
}

const idOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined

/** The rest of an example page after an id, so that who reads the list comes to its end. */
export function restOf<Answer>(answer: Answer, query: object): Answer {
  if (typeof answer !== 'object' || answer === null || !('content' in answer) || !('afterId' in query))
    return answer
  const { content } = answer
  if (!Array.isArray(content)) return answer
  return { ...answer, content: content.filter((row) => Number(idOf(row)) > Number(query.afterId)) }
}
