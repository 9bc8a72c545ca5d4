// Types of the raw client by the contract's paths. Those of openapi-fetch say the same, but cost every program that imports
// the SDK and checks declarations 150,000 instantiations; they are in `@xinchu/sdk/raw`.
import type { paths } from '@xinchu/sdk/schema'
import type { Middleware } from '../http/middleware.ts'

type Method = 'get' | 'put' | 'post' | 'delete'
type Success = 200 | 201 | 202 | 203 | 204 | 206 | 207
type Redirect = 301 | 302 | 303 | 304 | 307 | 308

/** Refuses a path without this method. A list of the paths by method would cost a checker 5,000 instantiations. */
type Has<Path extends keyof paths, Verb extends string> =
  paths[Path] extends Record<Verb, object> ? unknown : never

type OperationAt<Path extends keyof paths, Verb extends string> =
  paths[Path] extends Record<Verb, infer Found> ? Found : never

type Content<Part> = Part extends { content: infer ByType } ? ByType[keyof ByType] : undefined
type Taken<Replies> = {
  [Status in keyof Replies]: Status extends Success ? Content<Replies[Status]> : never
}[keyof Replies]
type Refused<Replies> = {
  [Status in keyof Replies]: Status extends Success | Redirect ? never : Content<Replies[Status]>
}[keyof Replies]

/** The same property, which may be left out if all of it is optional. */
type Given<Name extends string, Value> =
  Partial<Value> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }

type Params<Op> = Op extends { parameters: infer Found }
  ? Given<'params', Found>
  : { params?: { query?: Record<string, unknown> } }

type Body<Op> = Op extends { requestBody: { content: infer ByType } }
  ? { body: ByType[keyof ByType] }
  : Op extends { requestBody?: { content: infer ByType } }
    ? { body?: ByType[keyof ByType] }
    : { body?: never }

interface Read<T> {
  json: T
  text: string
  blob: Blob
  arrayBuffer: ArrayBuffer
  stream: Response['body']
}

type HeaderValue = string | number | boolean
type QueryText = (query: Record<string, unknown>) => string
interface QueryStyles {
  array?: { style: 'form' | 'spaceDelimited' | 'pipeDelimited'; explode: boolean }
  object?: { style: 'form' | 'deepObject'; explode: boolean }
  allowReserved?: boolean
}

/** Options of one raw call, beside its parameters and body: those of fetch and of openapi-fetch. */
export interface RawSettings<As extends keyof Read<unknown>> extends Omit<RequestInit, 'body' | 'headers'> {
  /** How a successful reply is read. Default: as JSON. */
  parseAs?: As
  headers?:
    | NonNullable<RequestInit['headers']>
    | Record<string, HeaderValue | HeaderValue[] | null | undefined>
  fetch?: (request: Request) => Promise<Response>
  middleware?: Middleware[]
  baseUrl?: string
  querySerializer?: QueryText | QueryStyles
  pathSerializer?: (path: string, params: Record<string, unknown>) => string
  // Each body has its own type, which its serializer may name.
  bodySerializer?: (body: never) => unknown
}

type Init<Op, As extends keyof Read<unknown>> = Params<Op> &
  Body<Op> &
  RawSettings<As> &
  Record<string, unknown>
type Inits<Op, As extends keyof Read<unknown>> =
  Partial<Params<Op> & Body<Op>> extends Params<Op> & Body<Op> ? [init?: Init<Op, As>] : [init: Init<Op, As>]

type Result<Op, As extends keyof Read<unknown>> = Op extends { responses: infer Replies }
  ?
      | { data: Read<Taken<Replies>>[As]; error?: never; response: Response }
      | { data?: never; error: Refused<Replies>; response: Response }
  : never

type Call<Verb extends Method> = <Path extends keyof paths, As extends keyof Read<unknown> = 'json'>(
  path: Path & Has<Path, Verb>,
  ...init: Inits<OperationAt<Path, Verb>, As>
) => Promise<Result<OperationAt<Path, Verb>, As>>

/** Calls by the contract's paths. A refusal is the `error` of the result. */
export interface RawClient {
  GET: Call<'get'>
  PUT: Call<'put'>
  POST: Call<'post'>
  DELETE: Call<'delete'>
  request<Verb extends Method, Path extends keyof paths, As extends keyof Read<unknown> = 'json'>(
    method: Verb,
    path: Path & Has<Path, Verb>,
    ...init: Inits<OperationAt<Path, Verb>, As>
  ): Promise<Result<OperationAt<Path, Verb>, As>>
  use(...middlewares: readonly Middleware[]): void
  eject(...middlewares: readonly Middleware[]): void
}
