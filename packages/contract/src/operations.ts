import type { ContractDocument, Media, Schema } from './model/document.ts'
import { type Operation, operationOf, type Reply } from './model/operation.ts'
import { exampleOf, wholeSchema } from './model/references.ts'

export type { Content, ContractDocument, Media, Schema } from './model/document.ts'
export { JSON_TYPE, type Method, type Operation, type Parameter, type Reply } from './model/operation.ts'
export { nameOf, pointerOf } from './model/references.ts'

/** The contract, indexed by its operations. */
export interface Contract<Id extends string = string> {
  readonly document: ContractDocument
  readonly operations: readonly Operation<Id>[]
  /** @throws Error if the contract lacks it */
  operation(id: string): Operation<Id>
  /**
   * The operation of a request, with its path parameters as texts. The platform may lie below another path, so the longest
   * end of the pathname that is a path of the contract counts.
   */
  at(
    method: string,
    pathname: string,
  ): { readonly operation: Operation<Id>; readonly path: Readonly<Record<string, string>> } | undefined
  /** A schema with what it refers to. What stands beside a reference wins. */
  whole(schema: Schema): Schema
  /** The properties of an object, those of its parts first, and which of them must be there. */
  propertiesOf(schema: Schema): { properties: [string, Schema][]; required: Set<string> }
  /** The first example of a body; undefined if it has none. */
  exampleOf(media: Media): unknown
}

const METHODS = ['get', 'post', 'put', 'delete']
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const patternOf = (path: string) => new RegExp(`^${escaped(path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** Finds operations by request. */
function finderOf<Id extends string>(operations: readonly Operation<Id>[]): Contract<Id>['at'] {
  // A path without parameters goes before one with a parameter in the same place.
  const searched = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .toSorted((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')))
  return (method, pathname) => {
    const ofMethod = searched.filter(({ operation }) => operation.method === method.toUpperCase())
    for (const { index } of pathname.matchAll(/\//g))
      for (const { operation, pattern } of ofMethod) {
        const found = pattern.exec(pathname.slice(index))
        if (found) return { operation, path: { ...found.groups } }
      }
    return undefined
  }
}

/** Reads the bundled document, or the published one. */
export function readContract<Id extends string = string>(given: object): Contract<Id> {
  const document = given as ContractDocument // as the contract's lint and tests hold
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const stated = item[method]
      // The caller names the ids of this document.
      return stated ? [operationOf(document, path, method, stated) as Operation<Id>] : []
    }),
  )
  const byId = new Map<string, Operation<Id>>(operations.map((each) => [each.id, each]))
  const whole = (schema: Schema) => wholeSchema(document, schema)
  let find: Contract<Id>['at'] | undefined
  return {
    document,
    operations,
    operation(id) {
      const found = byId.get(id)
      if (!found) throw new Error(`the contract has no operation ${id}`)
      return found
    },
    at(method, pathname) {
      find ??= finderOf(operations)
      return find(method, pathname)
    },
    whole,
    propertiesOf: (schema) => propertiesOf(whole, schema),
    exampleOf: (media) => exampleOf(document, media),
  }
}

function propertiesOf(
  whole: (schema: Schema) => Schema,
  given: Schema,
): { properties: [string, Schema][]; required: Set<string> } {
  const schema = whole(given)
  const parts = (schema.allOf ?? []).map((part) => propertiesOf(whole, part))
  const own = Object.entries(schema.properties ?? {})
  const merged = new Map([...parts.flatMap(({ properties }) => properties), ...own])
  const required = new Set([...parts.flatMap((part) => [...part.required]), ...(schema.required ?? [])])
  return { properties: [...merged], required }
}

/** The reply of a status; that of `default` for one without its own. */
export const replyAt = (operation: Operation, status: number): Reply | undefined =>
  operation.replies.get(String(status)) ?? operation.replies.get('default')
