import { type HttpHandler, http } from 'msw'
import { readCall } from './call.ts'
import { contract, type OperationId, routeOf } from './contract.ts'
import { type Answer, exampleAnswer, isResolver, type Resolver, responseOf } from './reply.ts'

export interface HandlerOptions {
  /** Address of the platform. Default: any. */
  baseUrl?: string
}

const momentOf = (request: Request) => ({
  at: new Date(),
  requestId: request.headers.get('x-request-id') ?? undefined,
})

const found = ({ method, url }: Request) => contract.at(method, new URL(url).pathname)

/**
 * An msw handler of one operation. Its route is the contract's; its call is typed and checked, and so is its reply. A breach
 * of the contract is thrown: msw prints it and answers 500. Without an answer the contract's example is the reply.
 */
export function operation<Id extends OperationId>(
  id: Id,
  answer: Answer<Id> | Resolver<Id> = () => exampleAnswer(id),
  { baseUrl = '*' }: HandlerOptions = {},
): HttpHandler {
  const { method, path } = routeOf(id)
  return http[method](`${baseUrl}${path}`, async ({ request }) => {
    const own = found(request)
    // `/api/x/{id}` also matches the path of another operation, such as `/api/x/list`.
    if (own?.operation.id !== id) return undefined
    const call = await readCall(id, request, own.path)
    return responseOf(id, isResolver(answer) ? await answer(call) : answer, momentOf(request))
  })
}

/** An msw handler that answers every operation by the contract's example. It goes after those of single operations. */
export function exampleHandler({ baseUrl = '*' }: HandlerOptions = {}): HttpHandler {
  return http.all(`${baseUrl}/*`, async ({ request }) => {
    const own = found(request)
    if (!own) return undefined
    const { id } = own.operation
    await readCall(id, request, own.path)
    return responseOf(id, exampleAnswer(id), momentOf(request))
  })
}
