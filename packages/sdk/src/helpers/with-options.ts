import { bind, RESOURCES, type XinchuConnection } from '../connect.ts'
import type { CallOptions, Operation } from '../http/types.ts'

/** Options for all calls of a copy of a client. Those of a call go before them. */
export type ScopedOptions = Pick<CallOptions, 'timeout' | 'retry' | 'headers' | 'signal'>

/** A signal that is aborted with the first of both. */
function either(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  const both = [one, other].filter((signal) => signal !== undefined)
  return both.length > 1 ? AbortSignal.any(both) : both[0]
}

function merged(scope: ScopedOptions, call: CallOptions = {}): CallOptions {
  const signal = either(scope.signal, call.signal)
  return {
    ...scope,
    ...call,
    retry: { ...scope.retry, ...call.retry },
    headers: { ...scope.headers, ...call.headers },
    ...(signal ? { signal } : {}),
  }
}

/**
 * Returns a client with options for all of its calls: `withOptions(client, { timeout: 5_000 }).projects.list()`. Session, queue,
 * hooks and middlewares are those of the client. A call is ended by its own signal or by that of the options.
 */
export function withOptions<Client extends XinchuConnection>(client: Client, scope: ScopedOptions): Client {
  const connection: XinchuConnection = {
    ...client,
    send: <T>(operation: Operation, call?: CallOptions) => client.send<T>(operation, merged(scope, call)),
    login: (form, call) => client.login(form, merged(scope, call)),
  }
  return { ...client, ...connection, ...bind(connection, client[RESOURCES] ?? {}) }
}
