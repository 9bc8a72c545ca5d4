import type { CallOptions } from './types.ts'

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/**
 * Sends by XMLHttpRequest, the only way in which a browser tells how much of an upload has gone out.
 * Answers and rejects as fetch does.
 */
export function sendByXhr(
  url: string,
  init: { method: string; headers: Headers; body: XMLHttpRequestBodyInit; signal: AbortSignal },
  onUpload: NonNullable<CallOptions['onUpload']>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (init.signal.aborted) return reject(init.signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(init.method, url)
    request.responseType = 'blob'
    for (const [name, value] of init.headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onUpload(loaded, lengthComputable ? total : undefined),
    )
    request.addEventListener('load', () => {
      const { status, statusText, response } = request
      const body = status === 204 || status === 205 || status === 304 ? null : (response as Blob) // responseType is blob
      resolve(new Response(body, { status, statusText, headers: headersOf(request) }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(init.signal.reason))
    request.addEventListener('loadend', () => init.signal.removeEventListener('abort', abort))
    init.signal.addEventListener('abort', abort, { once: true })
    request.send(init.body)
  })
}
