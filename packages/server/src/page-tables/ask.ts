import type { operations as Calls } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OperationId } from '../contract/operation-id.ts'
import { type FieldProblem, HttpError } from '../errors.ts'
import { operations } from '../operations.ts'
import { portalToken } from '../portal-token.ts'

type Query<Id extends OperationId> = [NonNullable<Calls[Id]['parameters']['query']>] extends [never]
  ? Record<string, never>
  : NonNullable<Calls[Id]['parameters']['query']>
type Reply<Id extends OperationId> = Calls[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** Makes a call of the contract as the caller of a request. */
export type Ask = <Id extends OperationId>(id: Id, query: Query<Id>) => Promise<Reply<Id>>

/** The token of a request: of its header, or of the portal's session where a browser opens the address. */
export const tokenOf = (request: FastifyRequest) => request.headers.authorization ?? portalToken(request)

/** Parameters as in an address. A list repeats its name. */
function textOf(query: object): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const each of all) if (each !== undefined) text.append(name, String(each))
  }
  return text.toString()
}

interface Refusal {
  message: string
  code?: RuleCode
  errors?: FieldProblem[]
}

/** Calls of the contract with the token of a request, which pass through the same checks as those from outside. */
export function askFor(app: FastifyInstance, request: FastifyRequest): Ask {
  const authorization = tokenOf(request)
  return async (id, query) => {
    const operation = operations.find((each) => each.id === id)
    if (!operation) throw new Error(`the contract has no call ${id}`)
    const reply = await app.inject({
      method: 'GET',
      url: `${operation.path}?${textOf(query)}`,
      headers: { 'x-request-id': request.id, ...(authorization === undefined ? {} : { authorization }) },
      remoteAddress: request.ip,
    })
    if (reply.statusCode === 200) return reply.json()
    const { message, code, errors } = reply.json<Refusal>()
    throw new HttpError(reply.statusCode, message, {
      ...(code ? { code } : {}),
      ...(errors ? { errors } : {}),
    })
  }
}
