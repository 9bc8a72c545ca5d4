import { pageTransport, type Transport, type TransportRequest } from './transport.ts'

const WITHOUT_BODY = new Set([204, 205, 304])

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

function sendByXhr(
  { url, method, headers, signal, onUpload }: TransportRequest,
  body: XMLHttpRequestBodyInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onUpload?.(loaded, lengthComputable ? total : undefined),
    )
    request.addEventListener('load', () => {
      const { status, statusText, response } = request
      const content = WITHOUT_BODY.has(status) ? null : (response as Blob) // responseType is blob
      resolve(new Response(content, { status, statusText, headers: headersOf(request) }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort, { once: true })
    request.send(body)
  })
}

/** Size of a body's files and texts in bytes, as far as known before sending. */
function sizeOf(body: BodyInit | undefined): number | undefined {
  if (typeof body === 'string') return new Blob([body]).size
  if (body instanceof Blob) return body.size
  if (!(body instanceof FormData)) return undefined
  let size = 0
  for (const value of body.values()) size += typeof value === 'string' ? value.length : value.size
  return size
}

/**
 * Sends by fetch, or by XMLHttpRequest if upload progress is wanted: browsers report it in no other way.
 * Without XMLHttpRequest, progress is reported once at the end.
 */
export function browserTransport(fetch?: typeof globalThis.fetch): Transport {
  return withProgress(pageTransport(fetch))
}

/** Sends by XMLHttpRequest if upload progress is wanted, else by the other transport. */
export function withProgress(otherwise: Transport): Transport {
  return async (request) => {
    const { body, onUpload } = request
    if (!onUpload || !body) return otherwise(request)
    if (typeof XMLHttpRequest === 'function' && !(body instanceof ReadableStream))
      return sendByXhr(request, body)
    const response = await otherwise(request)
    const size = sizeOf(body)
    if (size !== undefined) onUpload(size, size)
    return response
  }
}
