import type { FastifyRequest } from 'fastify'

/** Reads an own property by name. */
export const at = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null
    ? Object.getOwnPropertyDescriptor(source, name)?.value
    : undefined

/** A call's values, as they were sent. */
export interface Asked {
  params: unknown
  query: unknown
  body: unknown
  /** The reply, once there is one. */
  reply?: unknown
}

export const askedOf = (
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  reply?: unknown,
): Asked => ({
  params: request.params,
  query: request.query,
  body: request.body,
  reply,
})

/** The values at a path such as `items.projectId`, through lists. */
function valuesAt(source: unknown, path: string): unknown[] {
  let found: unknown[] = [source]
  for (const step of path.split('.')) found = found.flat().map((each) => at(each, step))
  return found.flat()
}

/** Maximum number of keys of one call that are read. */
const MOST_KEYS = 1_000

const isKey = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))

const within = (values: readonly unknown[]): number[] =>
  [...new Set(values.filter(isKey).slice(0, MOST_KEYS).map(Number))].filter(Number.isSafeInteger)

/** Ids that a call names by these properties of its path, query or body. An empty name is the list that is the body. */
export const idsAsked = ({ params, query, body }: Asked, names: readonly string[]): number[] =>
  within(
    names.flatMap((name) =>
      name === '' ? [body].flat() : [params, query, body].flatMap((source) => valuesAt(source, name)),
    ),
  )

/** Ids in a reply. */
export const idsReplied = ({ reply }: Asked, path: string): number[] => within(valuesAt(reply, path))

/** The first value that a call gives by this name. */
export const valueAsked = ({ params, query, body }: Asked, name: string): unknown =>
  [body, query, params].map((source) => valuesAt(source, name)[0]).find((value) => value !== undefined)
