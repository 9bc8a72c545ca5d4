/** What a middleware gets. As in openapi-fetch, whose own types cost a checker a hundred times as much. */
export interface MiddlewareCall {
  request: Request
  /** Path template of the contract, with `{id}`. */
  readonly schemaPath: string
  readonly params: {
    query?: Record<string, unknown>
    header?: Record<string, unknown>
    path?: Record<string, unknown>
    cookie?: Record<string, unknown>
  }
  /** Of this one request. A replay or retry has another. */
  readonly id: string
  /** The same object in each function of one request. */
  readonly options: { readonly baseUrl: string; readonly fetch: typeof globalThis.fetch }
}

// biome-ignore lint/suspicious/noConfusingVoidType: most middlewares return nothing
type Given<T> = T | undefined | void | Promise<T | undefined | void>

interface Hooks {
  /** A Request is sent in place of the given one. A Response is the reply, and nothing is sent. */
  onRequest(call: MiddlewareCall): Given<Request | Response>
  /** A Response takes the place of the reply, where the caller would get that. */
  onResponse(call: MiddlewareCall & { response: Response }): Given<Response>
  /** A Response takes the place of the failure, an Error is thrown in its place. */
  onError(call: MiddlewareCall & { error: unknown }): Given<Response | Error>
}

/** Sees each request of a client and its reply: a middleware of openapi-fetch. It has at least one of the functions. */
export type Middleware = {
  [Name in keyof Hooks]: Pick<Hooks, Name> & Partial<Omit<Hooks, Name>>
}[keyof Hooks]
