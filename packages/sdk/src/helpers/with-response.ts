import type { CallOptions, RepliedCall } from '../http/types.ts'

/** Status, headers and ids of a reply. */
export interface ReplyFacts {
  status: number
  headers: Headers
  /** The platform's request id, to quote in a report. */
  requestId: string
  /** Requests that were sent, retries and replays included. */
  attempts: number
}

export interface WithResponse<Data> {
  data: Data
  response: ReplyFacts
}

/**
 * Makes a call and returns its result with the status and headers of the reply:
 * `withResponse((call) => client.projects.get(7, call))`. The options are passed on to the function, others may be added. Of
 * several calls with these options the reply of the last counts.
 * @throws TypeError if no call got the options
 */
export async function withResponse<Data>(
  send: (call: CallOptions) => Promise<Data>,
): Promise<WithResponse<Data>> {
  let last: RepliedCall | undefined
  const data = await send({
    onReply: (reply) => {
      last = reply
    },
  })
  // Written by the callback, which the checker does not follow.
  const { response, requestId, attempts } = (last ?? {}) as Partial<RepliedCall>
  if (!response || !requestId || !attempts) throw new TypeError('withResponse 的参数 call 须传给所调用的函数')
  const { status, headers } = response
  return {
    data,
    response: { status, headers, requestId: headers.get('x-request-id') ?? requestId, attempts },
  }
}
