import { bodyOf, type SentBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { pathText, queryText } from './query.ts'
import { randomId, requestId } from './random-id.ts'
import type { CallOptions, Exchange, Operation, Timeouts } from './types.ts'

const SAFE_METHOD = /^(GET|HEAD|OPTIONS)$/

/** A call of an operation, ready to be sent. `isResting`: see `Deadline`. */
export function exchangeOf(
  operation: Operation,
  call: CallOptions,
  baseUrl: string,
  { ordinary, file }: Timeouts,
  isResting: () => boolean,
): Exchange {
  const { method, path, params, query = {}, reply = 'json', upload } = operation
  const search = queryText(query)
  const url = baseUrl + pathText(path, params) + (search && `?${search}`)
  if (!/^https?:/.test(url) && typeof location === 'undefined') throw new TypeError('baseUrl is empty')
  const given = operation.body
  const body = reply === 'raw' || given === undefined ? (given as SentBody) : bodyOf(given) // a raw body is one of fetch
  const headers = headersOf(call)
  if (typeof body === 'string' && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  return {
    ...operation,
    url,
    headers,
    body,
    path: path.replace(/\?.*/, ''),
    requestId: requestId(),
    deadline: new Deadline(
      call.timeout ?? (reply === 'file' || upload ? file : ordinary),
      call.signal,
      isResting,
    ),
    reply,
    isSafe: call.isSafe ?? SAFE_METHOD.test(method),
    call,
    attempt: 0,
    attempts: 0,
  }
}

/** @throws TypeError if a header has characters that no header can carry */
function headersOf({ headers, idempotencyKey: key }: CallOptions): Headers {
  try {
    const made = new Headers(headers)
    if (key)
      made.set(
        'Idempotency-Key',
        key === true ? randomId() : /^[!-~]*$/.test(key) ? key : encodeURIComponent(key),
      )
    return made
  } catch (cause) {
    throw new TypeError('a header needs encodeURIComponent', { cause })
  }
}
