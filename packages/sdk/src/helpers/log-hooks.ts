import type { CallInfo, Hooks } from '../http/types.ts'

/** A log record of one call. It never contains a body, a header or a token. */
export interface LogEntry {
  event: 'request' | 'response' | 'error'
  requestId: string | undefined
  method: string | undefined
  path: string | undefined
  /** The query string. Values are `***` unless their name is on the allow-list. */
  query?: string
  attempt?: number
  status?: number | undefined
  durationMs?: number
  /** The error kind. Messages are omitted because they may quote user input. */
  kind?: string
}

// An allow-list: new parameters stay hidden until someone reviews them.
const HARMLESS = new Set([
  ...['page', 'size', 'afterId', 'sort', 'year', 'quarter', 'month'],
  ...['state', 'source', 'todo', 'withSample', 'level'],
  ...['techType', 'appSubScenario', 'buildStatus', 'declareStatus', 'countryStatus', 'repeatFlag'],
  ...['provinceCode', 'cityCode', 'countyCode', 'batchId', 'fillType', 'dictName'],
])

function redactedQuery(url: string): string | undefined {
  const text = url.split('?')[1]
  if (!text) return undefined
  return [...new URLSearchParams(text)]
    .map(([name, value]) => `${name}=${HARMLESS.has(name) ? value : '***'}`)
    .join('&')
}

function common({ requestId, method, path, url, attempt }: CallInfo) {
  const query = redactedQuery(url)
  return { requestId, method, path, ...(query === undefined ? {} : { query }), attempt }
}

/** Hooks that log every call without personal data: `createClient({ hooks: { ...logHooks(write), onExpired } })`. */
export function logHooks(
  write: (entry: LogEntry) => void,
): Required<Pick<Hooks, 'onRequest' | 'onResponse' | 'onError'>> {
  return {
    onRequest: (info) => write({ event: 'request', ...common(info) }),
    onResponse: ({ status, durationMs, ...info }) =>
      write({ event: 'response', ...common(info), status, durationMs: Math.round(durationMs) }),
    onError: ({ kind, status, requestId, method, url }) =>
      write({ event: 'error', requestId, method, path: url, kind, status }),
  }
}
