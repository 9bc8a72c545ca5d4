import { ContractBreach, checkBody, readParameters } from './check.ts'
import { contract, type OperationId } from './contract.ts'
import type { Call } from './reply.ts'

/** A value without the nulls of its objects: the platform reads a null as a missing value. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(each)]))
}

function parsed(id: OperationId, text: string): unknown {
  try {
    return withoutNulls(JSON.parse(text))
  } catch {
    throw new ContractBreach(`${id}, body is no JSON`, [{ field: 'body', message: '不是有效的 JSON' }])
  }
}

async function bodyOf(id: OperationId, request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return request.formData()
  const { body: stated } = contract.operation(id)
  if (!stated?.json) return undefined
  const text = await request.text()
  const body = text === '' ? undefined : parsed(id, text)
  if (body === undefined && stated.required)
    throw new ContractBreach(`${id} needs a body`, [{ field: 'body', message: '值不能为空' }])
  checkBody(id, body)
  return body
}

/** Reads a request as a call of an operation. @throws ContractBreach for one that the contract does not allow */
export async function readCall<Id extends OperationId>(
  id: Id,
  request: Request,
  path: Readonly<Record<string, unknown>>,
): Promise<Call<Id>> {
  const { headers } = request
  const stated = contract.operation(id).parameters.flatMap(({ in: place, name }) => {
    const text = place === 'header' ? headers.get(name) : null
    return text === null ? [] : [[name, text] as const]
  })
  readParameters(id, 'header', stated)
  const call = {
    query: readParameters(id, 'query', new URL(request.url).searchParams),
    path: readParameters(id, 'path', Object.entries(path)),
    body: await bodyOf(id, request),
    headers,
  }
  return call as Call<Id> // just checked
}
