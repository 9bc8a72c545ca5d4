import document from '@xinchu/sdk/openapi.json' with { type: 'json' }
import { type Contract, JSON_TYPE, type Method, type Operation, readContract } from '@xinchu/sdk/operations'
import type { operations } from '@xinchu/sdk/schema'

/** Names of the operations, as in `@xinchu/sdk/schema` and the contract. */
export type OperationId = keyof operations

type At<T, Key> = Key extends keyof T ? T[Key] : never
type Parameters<Id extends OperationId, Place> = NonNullable<At<At<operations[Id], 'parameters'>, Place>>
type Content<T> = T extends { content: infer Kinds } ? Kinds : never
type Sent<Id extends OperationId> = At<operations[Id], 'requestBody'>
type SentContent<Id extends OperationId> = Content<NonNullable<Sent<Id>>>
type Success<Id extends OperationId> = At<operations[Id]['responses'], 200 | 201 | 202>

/** Query parameters of an operation, typed by the contract. */
export type QueryOf<Id extends OperationId> = Parameters<Id, 'query'>
/** Path parameters of an operation. */
export type PathOf<Id extends OperationId> = Parameters<Id, 'path'>
/** Body of a call: what its JSON says, or a form. Undefined for an operation without one. */
export type BodyOf<Id extends OperationId> = [SentContent<Id>] extends [never]
  ? undefined
  :
      | At<SentContent<Id>, 'application/json'>
      | ('multipart/form-data' extends keyof SentContent<Id> ? FormData : never)
      | (undefined extends Sent<Id> ? undefined : never)
type JsonOf<Reply> = Reply extends { content: { 'application/json': infer Body } } ? Body : never
/** The JSON of a successful reply; undefined for an operation whose reply has none. */
export type ReplyOf<Id extends OperationId> = [JsonOf<Success<Id>>] extends [never]
  ? undefined
  : JsonOf<Success<Id>>

/** The contract, indexed by its operations. */
export const contract: Contract<OperationId> = readContract(document)

/** Names of all operations. */
export const operationIds: readonly OperationId[] = contract.operations.map(({ id }) => id)

/** Method, path with `:name` for parameters, and status of success. */
export function routeOf(id: OperationId): { method: Lowercase<Method>; path: string; status: number } {
  const { method, path, success } = contract.operation(id)
  return {
    method: method.toLowerCase() as Lowercase<Method>, // by its type
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    status: success.status,
  }
}

/** Media type of a successful reply; undefined where it has no body. */
export function mediaTypeOf(id: OperationId): string | undefined {
  const { kind, content } = contract.operation(id).success
  return kind === 'json' ? JSON_TYPE : Object.keys(content)[0]
}

/** Whether the contract lets a kind of caller, such as `ENT`, call an operation. */
export function isAllowed({ callers }: Operation, caller: string): boolean {
  const groups = contract.document['x-caller-groups']
  return callers.some((each) => ['PUB', 'ANY', caller].includes(each) || groups[each]?.includes(caller))
}

/** The reply that the contract gives as an example; a copy. @throws Error where it gives none */
export function example<Id extends OperationId>(id: Id): ReplyOf<Id> {
  const media = contract.operation(id).success.content[JSON_TYPE]
  const found = media && contract.exampleOf(media)
  if (found === undefined) throw new Error(`the contract has no example of a reply to ${id}`)
  return structuredClone(found) as ReplyOf<Id> // the contract's tests check examples against their schemas
}
